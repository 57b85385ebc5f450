// What a server answers to clients, files and pages that do not mean well.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { createReadTool } from 'lectern';
import { createMcpHandler, createMcpServer } from 'lectern/mcp';
import { withRedaction } from 'lectern/session';

import { buildBytes } from '../../hosts/run_cases.js';
import { kRoot, sample } from '../support/samples.mjs';
import { post, toolOver } from './requests.mjs';

const { cases: kPdfCases } = (
  await import(`${kRoot}/tests/conformance/pdf.json`, { with: { type: 'json' } })
).default;

/** The answer to one request, and its size. */
async function ask(tool, method, params, options = {}) {
  const handler = createMcpHandler({ tool, ...options });
  const response = await handler(post({ jsonrpc: '2.0', id: 1, method, params }));
  const text = await response.text();
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return { ...JSON.parse(data), bytes: Buffer.byteLength(data) };
}

const call = (tool, input, options) =>
  ask(tool, 'tools/call', { name: 'Read', arguments: input }, options);

describe('a resource', () => {
  const read = (tool, path, options) =>
    ask(tool, 'resources/read', { uri: `file://${path}` }, options);

  test('is given whole, or refused when no message could hold it', async () => {
    const line = 'a line of text\n';
    const files = {
      '/base/fits.txt': line.repeat(600_000),
      '/base/large.txt': line.repeat(800_000),
      '/base/huge.txt': Buffer.alloc(200 * 1024 * 1024, line),
      '/base/escaped.txt': '\u0001'.repeat(2_000_000),
      '/base/one_line.txt': 'x'.repeat(12_000_000),
    };
    const tool = toolOver(files);
    const { result, bytes } = await read(tool, '/base/fits.txt');
    assert.equal(result.contents[0].text, files['/base/fits.txt']);
    assert.ok(bytes < 10 * 1024 * 1024);
    for (const name of ['large', 'huge', 'escaped', 'one_line']) {
      const { error, bytes } = await read(tool, `/base/${name}.txt`);
      assert.equal(error.code, -32602, name);
      assert.match(error.message, /does not fit a message of 10,420,224 bytes: read it in parts/);
      assert.ok(bytes < 1000);
    }
  });

  test('keeps to the bound that the server was given', async () => {
    const tool = toolOver({
      '/base/a.txt': 'x'.repeat(5000),
      '/base/chart.png': sample('chart.png'),
    });
    for (const name of ['a.txt', 'chart.png']) {
      const { error } = await read(tool, `/base/${name}`, { maxMessageBytes: 4000 });
      assert.match(error.message, /does not fit a message of 4,000 bytes/);
    }
    for (const maxMessageBytes of [0, -1, Number.NaN, 'many'])
      assert.throws(() => createMcpServer({ tool, maxMessageBytes }), /maxMessageBytes/);
  });

  test('of any URI is an error of the request, and short', async () => {
    const tool = toolOver({ '/base/a.txt': 'a', '/secret.txt': 'secret' });
    const uris = [
      'file:///secret.txt',
      'file:///base/../secret.txt',
      'file:///base/%2e%2e/secret.txt',
      'file:///base%2f..%2fsecret.txt',
      'file:///base/..%5csecret.txt',
      'file://localhost/secret.txt',
      'file://evil.example/base/a.txt',
      'file:///base/a.txt?x',
      'file:///base/a.txt#x',
      'file:///base/a.txt/',
      'file:/base/a.txt',
      'FILE:///base/%00',
      'file:///%ff',
      'file:///%ed%a0%80',
      'file:///base/\ud800',
      'file:///C:/base/a.txt',
      'http://127.0.0.1/base/a.txt',
      '',
      `file:///base/${'x'.repeat(100_000)}`,
      'x'.repeat(100_000),
      `nonsense\n${'\u202e'}`,
    ];
    for (const uri of uris) {
      const { error } = await ask(tool, 'resources/read', { uri });
      assert.ok([-32602, -32002].includes(error.code), `${uri.slice(0, 50)}: ${error.code}`);
      assert.ok(error.message.length < 400, uri.slice(0, 50));
      assert.equal(JSON.stringify(error).includes('secret\n'), false);
      assert.equal(JSON.stringify(error).includes('\\ud800'), false);
    }
  });
});

describe('a resource of a tool that hides secrets', () => {
  const token = `npm_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
  const files = {
    '/base/a.txt': `token=${token}\r\n`,
    '/base/b.bin': Buffer.from(`\0\u0001\0${token}`),
    '/base/c.csv': `name,token\nx,${token}\n`,
  };
  const read = (tool, path) => ask(tool, 'resources/read', { uri: `file://${path}` });

  test('hides them, too', async () => {
    const tool = toolOver(files);
    assert.match(JSON.stringify(await read(tool, '/base/a.txt')), /npm_/);
    const safe = withRedaction(tool);
    for (const path of Object.keys(files)) {
      const answer = await read(safe, path);
      assert.doesNotMatch(JSON.stringify(answer), /npm_/, path);
      assert.equal(answer.result?.contents[0].blob, undefined, path);
    }
    const { result } = await read(safe, '/base/a.txt');
    assert.match(result.contents[0].text, /^token=\[hidden: npm-token\]/);
  });
});

describe('the list of resources', () => {
  test('comes in pages that together are all files, each once', async () => {
    const names = Array.from({ length: 2500 }, (_, index) => `/base/${index} \u00e9.txt`);
    const tool = toolOver(Object.fromEntries(names.map((name) => [name, ''])));
    const seen = [];
    let cursor;
    let pages = 0;
    do {
      const { result, bytes } = await ask(tool, 'resources/list', cursor ? { cursor } : {});
      assert.ok(bytes < 2 * 1024 * 1024);
      assert.ok(result.resources.length <= 1000);
      seen.push(...result.resources.map(({ uri }) => decodeURIComponent(uri.slice(7))));
      cursor = result.nextCursor;
      pages++;
    } while (cursor);
    assert.equal(pages, 3);
    assert.deepEqual(seen, names.sort());
  });

  test('keeps its pages small where names are long', async () => {
    const names = Array.from(
      { length: 900 },
      (_, index) => `/base/${'\u4f60'.repeat(800)}${index}`,
    );
    const tool = toolOver(Object.fromEntries(names.map((name) => [name, ''])));
    const seen = new Set();
    for (let cursor, pages = 0; pages < 50; pages++) {
      const { result, bytes } = await ask(tool, 'resources/list', cursor ? { cursor } : {});
      assert.ok(bytes < 1.1 * 1024 * 1024);
      for (const { uri } of result.resources) seen.add(uri);
      cursor = result.nextCursor;
      if (!cursor) break;
    }
    assert.equal(seen.size, 900);
  });

  test('refuses cursors that it has not given', async () => {
    const tool = toolOver({ '/base/a.txt': '' });
    assert.equal((await ask(tool, 'resources/list', { cursor: '%ff' })).error.code, -32602);
    assert.deepEqual((await ask(tool, 'resources/list', { cursor: 'zzz' })).result.resources, []);
  });

  test('shows names that would forge lines escaped', async () => {
    const tool = toolOver({ '/base/a\n\u202e.txt': 'x' });
    const { result } = await ask(tool, 'resources/list', {});
    assert.equal(result.resources[0].name, '"a\\n\\u202e.txt"');
    const { uri } = result.resources[0];
    const read = await ask(tool, 'resources/read', { uri });
    assert.equal(read.result.contents[0].text, 'x');
  });

  test('tells a name with a backslash from a file in a directory', async () => {
    const tool = toolOver({ '/base/a\\b.txt': 'one file', '/base/a/b.txt': 'another' });
    const { result } = await ask(tool, 'resources/list', {});
    const listed = result.resources.find(({ name }) => name === 'a\\b.txt');
    assert.equal(listed.uri, 'file:///base/a%5Cb.txt');
    const read = await ask(tool, 'resources/read', { uri: listed.uri });
    assert.equal(read.result.contents[0].text, 'one file');
  });
});

describe('a call', () => {
  test('names the file of a document by its absolute path', async () => {
    const pdf = buildBytes(kPdfCases[0].bytes);
    const tool = toolOver(
      { '/base/sub/a.pdf': pdf },
      { pdf: { as: 'document' }, cwd: '/base/sub' },
    );
    for (const file_path of ['a.pdf', './x/../a.pdf', '/base/sub/a.pdf']) {
      const { result } = await call(tool, { file_path });
      const { resource } = result.content.find(({ type }) => type === 'resource');
      assert.equal(resource.uri, 'file:///base/sub/a.pdf');
      const again = await ask(tool, 'resources/read', { uri: resource.uri });
      assert.equal(again.result.contents[0].blob, resource.blob);
    }
  });

  test('with a path that is none is a result', async () => {
    const tool = toolOver({ '/base/a.txt': 'a' });
    for (const file_path of [
      'a\ud800.txt',
      '\udfff',
      'x'.repeat(100_000),
      '\u0301'.repeat(20_000),
      'a\0b',
      'a\nb',
      '../../etc/passwd',
      'file:///etc/passwd',
      5,
      null,
      ['a'],
      { a: 1 },
    ]) {
      const { result, error } = await call(tool, { file_path });
      assert.equal(error, undefined);
      assert.equal(result.isError, true);
      assert.ok(result.content[0].text.length < 300);
    }
  });

  test('whose input is nested 100,000 deep is a result', async () => {
    const tool = toolOver({ '/base/a.txt': 'a' });
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Read","arguments":{"file_path":"a.txt","offset":${deep}}}}`;
    const response = await createMcpHandler({ tool })(post(body));
    assert.match(await response.text(), /longer than 65536 bytes|Parse error/);
  });

  test('has an answer that a message can hold', async () => {
    const files = { '/base/chart.png': sample('chart.png'), '/base/a.txt': 'line\n'.repeat(1000) };
    const tool = toolOver(files);
    const options = { maxMessageBytes: 2000 };
    const picture = await call(tool, { file_path: 'chart.png' }, options);
    assert.ok(picture.bytes < 3000);
    assert.equal(picture.result.isError, undefined);
    assert.match(
      picture.result.content.at(-2).text,
      /\(picture left out: one has at most 2,000 bytes; the link leads to the file\)/,
    );
    assert.equal(picture.result.content.at(-1).uri, 'file:///base/chart.png');
    const text = await call(tool, { file_path: 'a.txt' }, options);
    assert.equal(text.result.isError, true);
    assert.match(text.result.content[0].text, /\(text left out: .* ask for less in one call\)/);
    assert.equal(
      (await call(tool, { file_path: 'a.txt', limit: 5 }, options)).result.isError,
      undefined,
    );
  });

  test('whose pictures no message holds names them in one line', async () => {
    const picture = { 'image/png': Buffer.from(sample('chart.png')).toString('base64') };
    const cell = {
      cell_type: 'code',
      metadata: {},
      execution_count: 1,
      source: 'x',
      outputs: [{ output_type: 'display_data', metadata: {}, data: picture }],
    };
    const cells = Array.from({ length: 12 }, () => cell);
    const notebook = JSON.stringify({ nbformat: 4, nbformat_minor: 4, metadata: {}, cells });
    const tool = toolOver({ '/base/a.ipynb': notebook });
    const { result, bytes } = await call(tool, { file_path: 'a.ipynb' }, { maxMessageBytes: 2000 });
    const left = result.content.filter(({ text }) =>
      /pictures left out: one has at most/.test(text),
    );
    assert.equal(left.length, 1, JSON.stringify(result.content));
    assert.match(left[0].text, /^\(12 pictures left out/);
    assert.ok(bytes < 2500, `${bytes} bytes`);
  });
});

describe('calls at once', () => {
  /** A file system that counts the files that are open at the same time. */
  function countingFs(read) {
    const fs = { open: 0, most: 0 };
    const open = async () => {
      fs.most = Math.max(fs.most, ++fs.open);
      const close = async () => {
        fs.open--;
      };
      return { size: 4, read, close };
    };
    return { counts: fs, fs: { open } };
  }
  const batch = (size) =>
    Array.from({ length: size }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'Read', arguments: { file_path: '/a.txt' } },
    }));

  test('are read eight at a time, and all are answered', async () => {
    const { counts, fs } = countingFs(async () => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      return new TextEncoder().encode('abc\n');
    });
    const handler = createMcpHandler({ tool: createReadTool({ fs }) });
    const answers = await Promise.all(
      [1, 2].map(async () => (await handler(post(batch(50)))).text()),
    );
    for (const answer of answers) assert.equal(answer.match(/\\tabc/g).length, 50);
    assert.equal(counts.most, 8);
    assert.equal(counts.open, 0);
  });

  test('give their places back when the answer is dropped', async () => {
    let isStuck = true;
    const { counts, fs } = countingFs(async () => {
      if (isStuck) await new Promise(() => {});
      return new TextEncoder().encode('abc\n');
    });
    const handler = createMcpHandler({ tool: createReadTool({ fs }) });
    const response = await handler(post(batch(20)));
    while (counts.open < 8) await new Promise((resolve) => setTimeout(resolve, 1));
    await response.body.cancel();
    isStuck = false;
    const again = await handler(post(batch(1)));
    assert.match(await again.text(), /\\tabc/);
  });

  test('are answered when they are cancelled by a message', async () => {
    const { counts, fs } = countingFs(() => new Promise(() => {}));
    const handler = createMcpHandler({ tool: createReadTool({ fs }), sessions: true });
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    };
    const first = await handler(
      post({ jsonrpc: '2.0', id: 'hello', method: 'initialize', params: hello }),
    );
    const headers = { 'mcp-session-id': first.headers.get('mcp-session-id') };
    await first.text();
    const [{ method, params }] = batch(1);
    const response = await handler(post({ jsonrpc: '2.0', id: 'a', method, params }, { headers }));
    while (counts.open < 1) await new Promise((resolve) => setTimeout(resolve, 1));
    const cancel = { method: 'notifications/cancelled', params: { requestId: 'a' } };
    await handler(post({ jsonrpc: '2.0', ...cancel }, { headers }));
    const data = JSON.parse(/^data: (.*)$/m.exec(await response.text())[1]);
    assert.deepEqual([data.id, data.error.code], ['a', -32800]);
    // Twice, it is answered once; what was never asked for, and what is no id, is no error.
    await handler(post({ jsonrpc: '2.0', ...cancel }, { headers }));
    for (const requestId of [null, { x: 1 }]) {
      const odd = { ...cancel, params: { requestId } };
      await handler(post({ jsonrpc: '2.0', ...odd }, { headers }));
    }
    const other = { ...cancel, params: { requestId: 'b' } };
    assert.equal((await handler(post({ jsonrpc: '2.0', ...other }, { headers }))).status, 202);
  });

  test('are answered once each in a batch that cancels some of them', async () => {
    const { fs } = countingFs(() => new Promise(() => {}));
    const handler = createMcpHandler({ tool: createReadTool({ fs }) });
    const calls = batch(3);
    const cancel = (requestId) => ({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId },
    });
    const list = { jsonrpc: '2.0', id: 'list', method: 'tools/list' };
    // One is cancelled before it comes.
    const messages = [cancel(1), ...calls.slice(1), cancel(2), cancel(2), list, cancel('list')];
    const text = await (await handler(post(messages))).text();
    const ids = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data).id);
    assert.deepEqual(ids.map(String).sort(), ['1', '2', 'list']);
  });

  test('give their places back when a file system never answers', async () => {
    let isStuck = true;
    const never = () => new Promise(() => {});
    const fs = {
      open: async () => ({ size: 4, read: async () => new TextEncoder().encode('abc\n') }),
      list: () => (isStuck ? never() : Promise.resolve([])),
    };
    const tool = createReadTool({ fs, root: '/' });
    const handler = createMcpHandler({ tool });
    const controller = new AbortController();
    const lists = Array.from({ length: 8 }, async (_, id) => {
      const message = { jsonrpc: '2.0', id, method: 'resources/list' };
      const response = await handler(new Request(post(message), { signal: controller.signal }));
      await response.text().catch(() => undefined);
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    controller.abort();
    await Promise.all(lists);
    isStuck = false;
    assert.match(await (await handler(post(batch(1)))).text(), /\\tabc/);
  });

  test('give their places back when their client goes', async () => {
    let isStuck = true;
    const { counts, fs } = countingFs(async () => {
      if (isStuck) await new Promise(() => {});
      return new TextEncoder().encode('abc\n');
    });
    const handler = createMcpHandler({ tool: createReadTool({ fs }) });
    const controller = new AbortController();
    const request = new Request(post(batch(20)), { signal: controller.signal });
    const response = await handler(request);
    while (counts.open < 8) await new Promise((resolve) => setTimeout(resolve, 1));
    controller.abort();
    await response.text().catch(() => undefined);
    isStuck = false;
    const again = await handler(post(batch(1)));
    assert.match(await again.text(), /\\tabc/);
  });
});

describe('a file system that does not answer', () => {
  const bytes = Buffer.from('one\n');
  const never = () => new Promise(() => undefined);
  /** A tool with a deadline whose second file, and each after it, has `stuck`. */
  const stuckTool = (stuck) => {
    let opened = 0;
    const open = async () => {
      const read = async (offset, length) => bytes.subarray(offset, offset + length);
      return { size: bytes.length, read, ...(opened++ === 0 ? {} : stuck) };
    };
    return createReadTool({ fs: { open, list: never }, root: '/', deadlineMs: 500 });
  };

  test('ends a resource and a list with the deadline of the tool', async () => {
    const tool = stuckTool({ read: never });
    const list = await ask(tool, 'resources/list', {});
    assert.match(list.error.message, /could not be read within 500 ms/);
    const resource = await ask(tool, 'resources/read', { uri: 'file:///a.txt' });
    assert.equal(resource.result.contents[0].text, 'one\n');
    tool.dispose();
  });

  test('and one whose times are none loses no list', async () => {
    const list = async () => [{ name: 'a.txt', isDirectory: false, modified: '2020-01-01' }];
    const tool = createReadTool({ fs: { open: never, list }, root: '/' });
    const { result } = await ask(tool, 'resources/list', {});
    assert.deepEqual(result.resources, [{ uri: 'file:///a.txt', name: 'a.txt' }]);
    tool.dispose();
  });

  test('when it closes a file, holds up no resource', async () => {
    const tool = stuckTool({ close: never });
    const { result } = await ask(tool, 'resources/read', { uri: 'file:///a.txt' });
    assert.equal(result.contents[0].text, 'one\n');
    tool.dispose();
  });
});
