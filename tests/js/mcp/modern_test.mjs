// The server of revision 2026-07-28 as clients of both generations see it, over both transports.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OlderHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createReadTool } from 'lectern';
import { memoryFs } from 'lectern/fs/memory';
import { nodeFs } from 'lectern/fs/node';
import { createMcpHandler } from 'lectern/mcp/server';

import manifest from '../../../package.json' with { type: 'json' };
import { kRedPixel, kRoot, sample } from '../support/samples.mjs';
import { kLongLines, makeFiles } from './files.mjs';
import { serve } from './serve.mjs';

const kRevision = '2026-07-28';
const { root, top } = makeFiles();
mkdirSync(join(root, 'folder'));
writeFileSync(join(root, 'folder', 'inner.txt'), 'inner');
const kSound = Buffer.concat([
  Buffer.from('RIFF'),
  Buffer.from([36, 0, 0, 0]),
  Buffer.from('WAVEfmt '),
  Buffer.from([16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x80, 0x3e, 0, 0, 2, 0, 16, 0]),
  Buffer.from('data'),
  Buffer.from([0, 0, 0, 0]),
]);

const kInfo = { name: 'test', version: '1' };
const kProgram = {
  command: process.execPath,
  args: [join(kRoot, 'dist', 'cli', 'main.js'), 'mcp', '--root', root],
};
const modern = () => new Client(kInfo, { versionNegotiation: { mode: { pin: kRevision } } });

const kClients = {
  'a client of 2026-07-28 over HTTP': [modern, (url) => new StreamableHTTPClientTransport(url)],
  'a client of 2026-07-28 over standard input': [modern, () => new StdioClientTransport(kProgram)],
  'a client that asks for the revision': [
    () => new Client(kInfo, { versionNegotiation: { mode: 'auto' } }),
    (url) => new StreamableHTTPClientTransport(url),
  ],
  'the newer SDK as a client of 2025-11-25': [
    () => new Client(kInfo),
    (url) => new StreamableHTTPClientTransport(url),
  ],
  'the older SDK over HTTP': [() => new OlderClient(kInfo), (url) => new OlderHttp(url)],
  'the older SDK over standard input': [
    () => new OlderClient(kInfo),
    () => new OlderStdio(kProgram),
  ],
};

async function connected(makeClient, makeTransport, options = {}) {
  const { tool = createReadTool({ fs: nodeFs(), root, provider: 'mcp' }), ...others } = options;
  const { url, close } = await serve(createMcpHandler({ tool, ...others }));
  const client = makeClient();
  await client.connect(makeTransport(url));
  return {
    client,
    close: async () => {
      await client.close();
      close();
    },
  };
}

for (const [name, [makeClient, makeTransport]] of Object.entries(kClients)) {
  describe(name, () => {
    let client;
    let close;
    const isModern = !/2025|older/.test(name);

    before(async () => {
      ({ client, close } = await connected(makeClient, makeTransport));
    });

    after(() => close());

    const read = (input) => client.callTool({ name: 'Read', arguments: input });

    test('is told who answers, and has one tool, which only reads', async () => {
      const { name: server, version } = client.getServerVersion();
      assert.deepEqual([server, version], ['lectern', manifest.version]);
      if (isModern) assert.equal(client.getNegotiatedProtocolVersion(), kRevision);
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map((tool) => tool.name),
        ['Read'],
      );
      assert.equal(tools[0].annotations.readOnlyHint, true);
      assert.equal(tools[0].outputSchema, undefined);
    });

    test('reads text and pictures, and gets failures as results', async () => {
      assert.deepEqual((await read({ file_path: 'notes.txt' })).content, [
        { type: 'text', text: '     1\tone\n     2\ttwo' },
      ]);
      const { content } = await read({ file_path: 'pixel.png' });
      assert.equal(content[1].data, Buffer.from(kRedPixel).toString('base64'));
      for (const file_path of ['gone.txt', '../secret.txt', join(top, 'secret.txt'), 'data.bin'])
        assert.equal((await read({ file_path })).isError, true);
      await assert.rejects(client.callTool({ name: 'Write', arguments: {} }), /unknown tool/);
    });

    test('lists files and directories with their sizes, and gets them as they are', async () => {
      const { resources } = await client.listResources();
      const names = resources.map((resource) => resource.name);
      assert.deepEqual(names, [
        'a b#.txt',
        'data.bin',
        'folder',
        'long.txt',
        'notes.txt',
        'pixel.png',
      ]);
      const [odd, binary, folder, long] = resources;
      assert.equal(odd.uri, pathToFileURL(join(root, 'a b#.txt')).href);
      assert.equal(long.size, kLongLines.length);
      assert.equal(folder.mimeType, 'inode/directory');
      assert.ok(folder.uri.endsWith('/folder/'));
      const contentOf = async ({ uri }) => (await client.readResource({ uri })).contents[0];
      assert.equal((await contentOf(odd)).text, 'odd name');
      assert.equal((await contentOf(long)).text, kLongLines);
      assert.equal((await contentOf(binary)).blob, 'AAEC/wA=');
      const listing = await contentOf(folder);
      assert.equal(listing.mimeType, 'inode/directory');
      assert.match(listing.text, /inner\.txt/);
      const { resourceTemplates } = await client.listResourceTemplates();
      assert.equal(resourceTemplates[0].uriTemplate, 'file:///{+path}');
    });

    test('gets no resource from elsewhere', async () => {
      for (const uri of [
        pathToFileURL(join(top, 'secret.txt')).href,
        `${pathToFileURL(root).href}/%2e%2e/secret.txt`,
        `${pathToFileURL(root).href}/..%2Fsecret.txt`,
        'https://example.org/',
        'file:///%ff',
        'file:///a%00b',
        pathToFileURL(join(root, 'gone.txt')).href,
      ])
        await assert.rejects(client.readResource({ uri }), { code: -32602, data: { uri } });
    });
  });
}

/** The answer to one request of revision 2026-07-28, as it stands in the message. */
async function ask(method, params, options = {}) {
  const { headers = {}, url = 'http://127.0.0.1/mcp', tool, ...others } = options;
  const files = { '/notes.txt': 'one\n', '/chart.png': sample('chart.png'), '/a.wav': kSound };
  const reader = tool ?? createReadTool({ fs: memoryFs(files), root: '/', provider: 'mcp' });
  const meta = {
    'io.modelcontextprotocol/protocolVersion': kRevision,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': kInfo,
  };
  const response = await createMcpHandler({ tool: reader, ...others })(
    new Request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': kRevision,
        'mcp-method': method,
        ...(params.name ? { 'mcp-name': params.name } : {}),
        ...(params.uri ? { 'mcp-name': params.uri } : {}),
        ...headers,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method,
        params: { ...params, _meta: { ...meta, ...params._meta } },
      }),
    }),
  );
  const text = await response.text();
  const data = /^data: (\{"(?:jsonrpc|result|id).*"(?:result|error)".*)$/m.exec(text)?.[1] ?? text;
  return { status: response.status, text, ...JSON.parse(data) };
}

const call = (input, options) => ask('tools/call', { name: 'Read', arguments: input }, options);

describe('an answer of 2026-07-28', () => {
  test('says its kind, how long it holds and for whom', async () => {
    const { result } = await ask('tools/list', {});
    assert.equal(result.resultType, 'complete');
    assert.equal(result.cacheScope, 'private');
    assert.equal(result.ttlMs, 3_600_000);
    const listed = await ask('resources/list', {});
    assert.deepEqual([listed.result.ttlMs, listed.result.cacheScope], [0, 'private']);
    const discovered = await ask('server/discover', {});
    assert.deepEqual(discovered.result.supportedVersions, [kRevision]);
    assert.equal((await call({ file_path: '/notes.txt' })).result.resultType, 'complete');
  });

  test('is the same each time it is asked for', async () => {
    const texts = await Promise.all([1, 2, 3].map(async () => (await ask('tools/list', {})).text));
    assert.equal(new Set(texts).size, 1);
  });

  test('has facts beside the content, when they are asked for, and none of the content', async () => {
    const options = { structuredContent: true };
    const { result: list } = await ask('tools/list', {}, options);
    const { outputSchema } = list.tools[0];
    const { result } = await call({ file_path: '/notes.txt', limit: 1 }, options);
    const facts = result.structuredContent;
    assert.deepEqual([facts.contentType, facts.sizeBytes, facts.startLine], ['text', 4, 1]);
    for (const name of outputSchema.required) assert.ok(name in facts, name);
    for (const name of Object.keys(facts)) assert.ok(name in outputSchema.properties, name);
    assert.doesNotMatch(JSON.stringify(facts), /one/);
    assert.match(result.content[0].text, /one/);
    const failed = await call({ file_path: '/gone' }, options);
    assert.equal(failed.result.structuredContent.errorCode, 'FILE_NOT_FOUND');
    assert.equal('structuredContent' in (await call({ file_path: '/notes.txt' })).result, false);
  });

  test('carries the hints for clients that the server was given', async () => {
    const toolMeta = { 'anthropic/alwaysLoad': true };
    const metaOf = async (options) => (await ask('tools/list', {}, options)).result.tools[0]._meta;
    const own = { 'anthropic/maxResultSizeChars': 500_000 };
    assert.deepEqual(await metaOf({}), own);
    assert.deepEqual(await metaOf({ toolMeta }), { ...own, ...toolMeta });
  });

  test('has a link in place of a picture that is too large for the client', async () => {
    const { result } = await call({ file_path: '/chart.png' }, { maxMediaBytes: 2000 });
    assert.deepEqual(
      result.content.map(({ type }) => type),
      ['text', 'text', 'resource_link'],
    );
    assert.match(result.content[1].text, /picture left out: one has at most 2,000 bytes; the link/);
    const link = result.content[2];
    assert.deepEqual([link.uri, link.mimeType], ['file:///chart.png', 'image/png']);
    assert.equal(link.size, sample('chart.png').length);
    const { result: resource } = await ask('resources/read', { uri: link.uri });
    assert.equal(resource.contents[0].mimeType, 'image/png');
    await assert.rejects(async () => call({ file_path: '/x' }, { maxMediaBytes: 1 }), TypeError);
  });

  test('has sound for models that listen', async () => {
    const { content } = (await call({ file_path: '/a.wav' })).result;
    assert.ok(content.every(({ type }) => type === 'text'));
    const { result } = await call({ file_path: '/a.wav' }, { audio: true });
    assert.equal(result.isError, undefined);
    assert.equal(result.content[0].type, 'text');
    assert.deepEqual(result.content.at(-1), {
      type: 'audio',
      data: kSound.toString('base64'),
      mimeType: 'audio/wav',
    });
    const { result: resource } = await ask('resources/read', { uri: 'file:///a.wav' });
    assert.equal(resource.contents[0].blob, kSound.toString('base64'));
  });

  test('tells progress before it, to those who ask', async () => {
    const { client, close } = await connected(...kClients['a client of 2026-07-28 over HTTP']);
    const seen = [];
    await client.callTool(
      { name: 'Read', arguments: { file_path: 'long.txt' } },
      { onprogress: (progress) => seen.push(progress) },
    );
    await close();
    assert.ok(seen.length >= 1);
    assert.equal(seen[0].total, kLongLines.length);
  });

  test('does not come when the call is cancelled, and the read ends', async () => {
    let ended;
    const end = new Promise((resolve) => {
      ended = resolve;
    });
    const controller = new AbortController();
    const fs = {
      open: (_, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            ended();
            reject(signal.reason);
          });
          controller.abort(new Error('enough'));
        }),
    };
    const [makeClient, makeTransport] = kClients['a client of 2026-07-28 over HTTP'];
    const { client, close } = await connected(makeClient, makeTransport, {
      tool: createReadTool({ fs }),
    });
    const request = { name: 'Read', arguments: { file_path: '/x' } };
    await assert.rejects(client.callTool(request, { signal: controller.signal }));
    await end;
    await close();
  });
});

describe('a resource', () => {
  for (const [name, bytes, text] of [
    ['with a final newline', Buffer.from('one\ntwo\n'), 'one\ntwo\n'],
    ['with the line ends of Windows', Buffer.from('one\r\ntwo\r\n'), 'one\r\ntwo\r\n'],
    ['with line ends of several kinds', Buffer.from('one\r\ntwo\n\n'), 'one\r\ntwo\n\n'],
    ['in UTF-16', Buffer.from('\ufeffone\r\n', 'utf16le'), 'one\r\n'],
    ['of one line', Buffer.from('one'), 'one'],
  ]) {
    test(`${name} is what the file holds`, async () => {
      const tool = createReadTool({ fs: memoryFs({ '/a.txt': bytes }), root: '/' });
      const { result } = await ask('resources/read', { uri: 'file:///a.txt' }, { tool });
      assert.equal(result.contents[0].text, text);
    });
  }
});

describe('a request that means no good', () => {
  const statusOf = async (headers, options = {}) =>
    (await ask('tools/list', {}, { headers, ...options })).status;

  test('is refused when it comes from another page or under another name', async () => {
    assert.equal(await statusOf({ host: 'evil.example' }), 403);
    assert.equal(await statusOf({ origin: 'https://evil.example' }), 403);
    assert.equal(await statusOf({ origin: 'null' }), 403);
    assert.equal(await statusOf({ origin: 'http://localhost:5173' }), 200);
    assert.equal(
      await statusOf(
        { origin: 'https://app.example' },
        { allowedOrigins: ['https://app.example'] },
      ),
      200,
    );
  });

  test('gets no stream that would stay open', async () => {
    const tool = createReadTool({ fs: memoryFs({}), root: '/' });
    for (const method of ['GET', 'DELETE']) {
      const response = await createMcpHandler({ tool })(
        new Request('http://127.0.0.1/mcp', { method, headers: { accept: 'text/event-stream' } }),
      );
      assert.equal(response.status, 405);
    }
  });

  test('may not be larger than it needs to be', async () => {
    const { status } = await call({ file_path: 'x'.repeat(1_100_000) });
    assert.equal(status, 413);
    const long = await call({ file_path: `/${'x'.repeat(10_000)}` });
    assert.equal(long.result.isError, true);
  });

  test('with characters that are none gets an answer that is JSON of Unicode', async () => {
    for (const file_path of ['/\ud800', '/a\udfffb.txt', '/a\u0000b']) {
      const { result, text } = await call({ file_path });
      assert.equal(result.isError, true);
      assert.equal(text.isWellFormed?.() ?? true, true);
      assert.doesNotMatch(text, /\\ud[89a-f][0-9a-f]{2}/i);
    }
    const { error } = await ask('resources/read', { uri: 'file:///a\ud800' }).catch((cause) => ({
      error: cause,
    }));
    assert.ok(error);
  });

  test('for a resource that no message holds is refused before it is read', async () => {
    let loaded = 0;
    const fs = {
      open: async () => ({
        size: 1e12,
        read: async (_, length) => {
          loaded += length;
          return new Uint8Array(length);
        },
      }),
    };
    const tool = createReadTool({ fs, root: '/' });
    const { error } = await ask('resources/read', { uri: 'file:///big.bin' }, { tool });
    assert.equal(error.code, -32602);
    assert.match(error.message, /1,000,000,000,000 bytes does not fit/);
    assert.ok(loaded < 10_000_000, `${loaded} bytes`);
  });
});
