// Files of real servers on the loopback: with ranges, without, and with tricks.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { httpFs } from '../../../dist/fs/http.js';
import { createReadTool } from '../../../dist/hosts/node.js';
import { kRedPixel } from '../support/samples.mjs';

const kLines = Array.from({ length: 40_000 }, (_, index) => `line ${index + 1}`).join('\n');
const kLong = Buffer.from(kLines);

let server;
let base;
const requests = [];

/** Sends bytes, or the part that a Range header asks for. */
function sendRanged(request, response, bytes, etag) {
  response.setHeader('etag', etag);
  response.setHeader('last-modified', 'Fri, 02 Jan 2026 03:04:05 GMT');
  if (request.headers['if-match'] && request.headers['if-match'] !== etag)
    return response.writeHead(412).end();
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (!range) return response.end(bytes);
  const [first, last] = [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)];
  if (first >= bytes.length)
    return response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
  response.writeHead(206, { 'content-range': `bytes ${first}-${last}/${bytes.length}` });
  return response.end(bytes.subarray(first, last + 1));
}

const kPages = {
  '/docs/pixel.png': (request, response) => sendRanged(request, response, kRedPixel, '"pixel"'),
  '/docs/long.txt': (request, response) => sendRanged(request, response, kLong, '"long"'),
  '/docs/empty.txt': (request, response) =>
    sendRanged(request, response, Buffer.alloc(0), '"empty"'),
  '/docs/a%20b%23%3F.txt': (request, response) =>
    sendRanged(request, response, Buffer.from('encoded'), '"e"'),
  '/docs/plain.txt': (_, response) => response.setHeader('content-length', kLong.length).end(kLong),
  '/docs/chunked.txt': (_, response) => {
    response.write(kLong.subarray(0, 1000));
    response.end(kLong.subarray(1000));
  },
  '/docs/zipped.txt': (_, response) =>
    response.setHeader('content-encoding', 'gzip').end(gzipSync(kLong)),
  '/docs/changing.txt': (request, response) =>
    sendRanged(
      request,
      response,
      kLong,
      request.headers.range?.startsWith('bytes=0-') ? '"one"' : '"two"',
    ),
  '/docs/moved.txt': (_, response) => response.writeHead(302, { location: 'long.txt' }).end(),
  '/docs/out.txt': (_, response) => response.writeHead(302, { location: '/secret.txt' }).end(),
  '/docs/away.txt': (_, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/docs/x' }).end(),
  '/docs/twice.txt': (_, response) =>
    response.writeHead(302, { location: '/docs/%252e%252e/secret.txt' }).end(),
  '/docs/nowhere.txt': (_, response) => response.writeHead(302, { location: 'http://[bad' }).end(),
  '/docs/circle.txt': (_, response) => response.writeHead(302, { location: 'circle.txt' }).end(),
  '/docs/closed.png': (_, response) => response.writeHead(403).end(),
  '/docs/broken.txt': (_, response) => response.writeHead(500).end(),
  '/secret.txt': (_, response) => response.end('secret'),
};

before(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    const page = kPages[request.url];
    return page ? page(request, response) : response.writeHead(404).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${server.address().port}/docs`;
});

after(() => {
  server.closeAllConnections();
  server.close();
});

async function read(file_path, input = {}, options = {}) {
  requests.length = 0;
  return createReadTool({ fs: httpFs(base, options), root: '/' }).execute({ file_path, ...input });
}

describe('a server with ranges', () => {
  test('gives a small file with one request, its time with it', async () => {
    const result = await read('/pixel.png');
    assert.equal(result.images.length, 1);
    assert.equal(result.metadata.modified, '2026-01-02T03:04:05.000Z');
    assert.equal(requests.length, 1);
  });

  test('gives a large file in parts of one version', async () => {
    const result = await read('/long.txt', { offset: 39_999 });
    assert.match(result.content, /39999\tline 39999\n\s*40000\tline 40000$/);
    const [first, ...rest] = requests.map(({ headers }) => headers['if-match']);
    assert.equal(first, undefined);
    assert.deepEqual(rest, ['"long"', '"long"']);
  });

  test('fails when the version changes halfway', async () => {
    assert.equal((await read('/changing.txt', { offset: 39_999 })).errorCode, 'IO_ERROR');
  });

  test('gives an empty file', async () => {
    assert.equal((await read('/empty.txt')).content, '(empty file)');
  });

  test('is asked with the query of the base each time: a signature', async () => {
    const seen = [];
    const fetch = (url, init) => {
      seen.push(url.search);
      return globalThis.fetch(new URL(url.pathname, url), init);
    };
    const fs = httpFs(`${base}?sv=1&sig=a%2Fb`, { fetch });
    const tool = createReadTool({ fs, root: '/' });
    assert.equal((await tool.execute({ file_path: 'long.txt', offset: -1 })).success, true);
    assert.ok(seen.length > 1);
    assert.deepEqual(new Set(seen), new Set(['?sv=1&sig=a%2Fb']));
  });

  test('is asked for encoded names', async () => {
    assert.match((await read('/a b#?.txt')).content, /encoded/);
  });
});

describe('a server without ranges', () => {
  for (const path of ['/plain.txt', '/chunked.txt', '/zipped.txt']) {
    test(`gives the whole file: ${path}`, async () => {
      const result = await read(path, { offset: 39_999 });
      assert.match(result.content, /40000\tline 40000$/);
      assert.equal(result.metadata.sizeBytes, kLong.length);
      assert.equal(requests.length, 1);
    });
  }

  test('is kept as it came when it tells no size, and no longer than it is', async () => {
    // Bytes one by one, all in the same buffer: what came before must not change with it, nor keep it.
    const text = 'one\ntwo\n'.repeat(10_000);
    const buffer = new Uint8Array(1 << 20);
    let at = 0;
    const body = new ReadableStream(
      {
        pull(controller) {
          if (at === text.length) return controller.close();
          buffer[0] = text.charCodeAt(at++);
          controller.enqueue(buffer.subarray(0, 1));
        },
      },
      { highWaterMark: 0 },
    );
    const handle = await httpFs(base, { fetch: async () => new Response(body) }).open('/a.txt', {});
    const bytes = await handle.read(0, handle.size);
    assert.equal(new TextDecoder().decode(bytes), text);
    assert.ok(bytes.buffer.byteLength < 4 * text.length);
  });

  test('is not read forever when it tells no size', async () => {
    assert.equal((await read('/chunked.txt', {}, { maxUnsizedBytes: 1000 })).errorCode, 'IO_ERROR');
  });
});

describe('a server that is not what it says', () => {
  const kSize = 200_000;
  /** What a tool reads whose server gives `answer` for the n-th request. */
  function readFrom(answer, input = {}) {
    let count = 0;
    const fetch = async (_, init) => {
      const { range } = init.headers;
      const [first, last] = /(\d+)-(\d+)/.exec(range).slice(1).map(Number);
      return answer({ count: ++count, first, last: Math.min(last, kSize - 1), init });
    };
    const tool = createReadTool({ fs: httpFs(base, { fetch }), root: '/' });
    return tool.execute({ file_path: '/a.txt', ...input });
  }
  const text = (length) => new Uint8Array(length).fill(97).fill(10, length - 1);
  const partial = (body, range, headers = {}) =>
    new Response(body, { status: 206, headers: { 'content-range': `bytes ${range}`, ...headers } });
  const right = ({ first, last }) => partial(text(last - first + 1), `${first}-${last}/${kSize}`);

  /** A body without an end, and how much of it was taken. */
  function endless(chunk = 65_536) {
    const taken = { bytes: 0, cancelled: 0 };
    const body = new ReadableStream({
      pull(controller) {
        taken.bytes += chunk;
        controller.enqueue(text(chunk));
      },
      cancel() {
        taken.cancelled++;
      },
    });
    return { body, taken };
  }

  test('gives what it should when it is right', async () => {
    const result = await readFrom(right, { offset: 2 });
    assert.equal(result.success, true);
    assert.equal(result.metadata.sizeBytes, kSize);
  });

  test('sends bodies that do not end', async () => {
    for (const n of [1, 2]) {
      const { body, taken } = endless();
      const result = await readFrom((request) =>
        request.count < n
          ? right(request)
          : partial(body, `${request.first}-${request.last}/${kSize}`),
      );
      assert.equal(result.errorCode, 'IO_ERROR');
      assert.ok(taken.bytes <= kSize + 3 * 65_536, `${taken.bytes} bytes were taken`);
      assert.equal(taken.cancelled, 1);
    }
  });

  test('sends bodies that end early', async () => {
    for (const n of [1, 2]) {
      const result = await readFrom((request) =>
        request.count < n
          ? right(request)
          : partial(text(100), `${request.first}-${request.last}/${kSize}`),
      );
      assert.equal(result.errorCode, 'IO_ERROR');
    }
  });

  for (const [what, range] of [
    ['another part', ({ first, last }) => `${first + 1}-${last + 1}/${kSize + 1}`],
    ['an earlier part', ({ last, first }) => `0-${last - first}/${kSize}`],
    ['more than was asked for', ({ first }) => `${first}-${kSize * 4}/${kSize * 4 + 1}`],
    ['another size', ({ first, last }) => `${first}-${last}/${kSize + 1}`],
    ['no size', ({ first, last }) => `${first}-${last}/*`],
    ['a size that is smaller', ({ first, last }) => `${first}-${last}/${last}`],
    ['a range backwards', ({ first, last }) => `${last}-${first}/${kSize}`],
    ['a size without end', ({ first, last }) => `${first}-${last}/${'9'.repeat(30)}`],
    ['no range', () => 'nonsense'],
  ]) {
    test(`gives ${what}, which is no success`, async () => {
      const result = await readFrom((request) =>
        request.count === 1
          ? right(request)
          : partial(text(request.last - request.first + 1), range(request)),
      );
      assert.equal(result.errorCode, 'IO_ERROR');
    });
  }

  test('begins somewhere else than at the start', async () => {
    const result = await readFrom(() => partial(text(100), `100-199/${kSize}`));
    assert.equal(result.errorCode, 'IO_ERROR');
  });

  test('may give less at a time', async () => {
    const file = kLong.subarray(0, kSize);
    const result = await readFrom(({ first, last }) => {
      const end = Math.min(last, first + 9_999);
      return partial(file.subarray(first, end + 1), `${first}-${end}/${kSize}`);
    });
    assert.equal(result.success, true);
    assert.equal(result.contentHash, createHash('sha256').update(file).digest('hex'));
  });

  test('may not give one byte at a time', async () => {
    const file = kLong.subarray(0, kSize);
    let requests = 0;
    const result = await readFrom(({ first, last }) => {
      requests++;
      const end = first === 0 ? last : first;
      return partial(file.subarray(first, end + 1), `${first}-${end}/${kSize}`);
    });
    assert.equal(result.errorCode, 'IO_ERROR');
    assert.ok(requests < 5, `${requests} requests`);
  });

  test('encodes a later part, or says that it does not', async () => {
    for (const [encoding, success] of [
      ['gzip', false],
      ['identity', true],
    ]) {
      const fetch = async (_, { headers: { range } }) => {
        const [first, last] = range.match(/\d+/g).map(Number);
        const part = kLong.subarray(first, last + 1);
        const headers = {
          'content-range': `bytes ${first}-${first + part.length - 1}/${kLong.length}`,
          ...(first > 0 ? { 'content-encoding': encoding } : {}),
        };
        return new Response(part, { status: 206, headers });
      };
      const result = await read('/long.txt', { offset: 39_999 }, { fetch });
      assert.equal(result.success, success, encoding);
    }
  });

  test('calls a part the file', async () => {
    const headers = { 'content-range': `bytes 0-99/${kLong.length}` };
    const fetch = async () => new Response(kLong.subarray(0, 100), { headers });
    assert.equal((await read('/long.txt', {}, { fetch })).errorCode, 'IO_ERROR');
  });

  test('changes the file without a strong ETag', async () => {
    for (const name of ['etag', 'last-modified']) {
      const versions = {
        etag: ['W/"1"', 'W/"2"'],
        'last-modified': ['Fri, 02 Jan 2026 03:04:05 GMT', 'Sat, 03 Jan 2026 03:04:05 GMT'],
      };
      const result = await readFrom(({ count, first, last }) =>
        partial(text(last - first + 1), `${first}-${last}/${kSize}`, {
          [name]: versions[name][count === 1 ? 0 : 1],
        }),
      );
      assert.equal(result.errorCode, 'IO_ERROR', name);
    }
  });

  test('says a length that is none', async () => {
    for (const length of ['abc', '-5', '1e3', 'Infinity', '0x10']) {
      const result = await readFrom(
        () => new Response('one\n', { headers: { 'content-length': length } }),
      );
      assert.equal(result.content, '     1\tone', length);
    }
  });

  for (const [what, chunk] of [
    ['text', 'text'],
    ['numbers', new Float64Array(4)],
    ['nothing, for ever', new Uint8Array(0)],
  ]) {
    test(`sends ${what} in place of bytes`, async () => {
      const body = () => new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
      for (const answer of [
        (request) => partial(body(), `0-${request.last}/${kSize}`),
        () => new Response(body(), { headers: { 'content-length': '100' } }),
        () => new Response(body()),
      ])
        assert.equal((await readFrom(answer)).errorCode, 'IO_ERROR');
    });
  }

  test('is left alone after an abort, whatever its fetch does with the signal', async () => {
    for (const headers of [{}, { 'content-length': '99999999' }]) {
      const controller = new AbortController();
      let pulls = 0;
      const body = new ReadableStream({
        async pull(stream) {
          if (++pulls === 3) controller.abort(new Error('enough'));
          await new Promise((resolve) => setTimeout(resolve, 1));
          stream.enqueue(text(10));
        },
      });
      const tool = createReadTool({
        fs: httpFs(base, { fetch: async () => new Response(body, { headers }) }),
      });
      const { signal } = controller;
      await assert.rejects(tool.execute({ file_path: '/a.txt' }, { signal }), /enough/);
      await new Promise((resolve) => setTimeout(resolve, 20));
      const seen = pulls;
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(pulls, seen);
    }
  });

  test('does not hold a refusal up', async () => {
    const body = new ReadableStream({ cancel: () => new Promise(() => {}) });
    for (const status of [403, 404, 500]) {
      const result = await readFrom(() => new Response(body, { status }));
      assert.equal(result.success, false);
    }
    const failing = new ReadableStream({ cancel: () => Promise.reject(new Error('broken')) });
    const result = await readFrom(() => new Response(failing, { status: 404 }));
    assert.equal(result.errorCode, 'FILE_NOT_FOUND');
  });
});

describe('a request', () => {
  test('follows redirections inside the base only', async () => {
    assert.equal((await read('/moved.txt')).success, true);
    assert.equal((await read('/out.txt')).errorCode, 'OUTSIDE_ROOT');
    assert.deepEqual(
      requests.map(({ url }) => url),
      ['/docs/out.txt'],
    );
    assert.equal((await read('/away.txt')).errorCode, 'OUTSIDE_ROOT');
    assert.equal((await read('/twice.txt')).errorCode, 'OUTSIDE_ROOT');
    assert.equal((await read('/circle.txt')).errorCode, 'IO_ERROR');
    assert.equal((await read('/nowhere.txt')).errorCode, 'IO_ERROR');
  });

  test('does not climb out of the base', async () => {
    for (const path of [
      '../secret.txt',
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..\\secret.txt',
      '/..%2fsecret.txt',
      '/%252e%252e/secret.txt',
      '/.%2E/secret.txt',
      '/a/%2e./%2E%2e/secret.txt',
      '/a%25255csecret.txt',
    ]) {
      const result = await read(path);
      assert.equal(result.success, false, path);
      assert.equal(
        requests.some(({ url }) => url === '/secret.txt'),
        false,
        path,
      );
      // A server that decodes twice would see more than this one: it is asked for folders of the base at most.
      if (path.includes('%'))
        assert.deepEqual(
          requests.map(({ url }) => url).filter((url) => /secret|%/.test(url)),
          [],
          path,
        );
    }
    const fs = httpFs(base);
    await assert.rejects(fs.open('/../secret.txt', {}), { code: 'OUTSIDE_ROOT' });
  });

  test('carries the headers it was given', async () => {
    await read('/pixel.png', {}, { headers: { authorization: 'Bearer x' } });
    assert.equal(requests[0].headers.authorization, 'Bearer x');
  });

  test('turns statuses into the errors of the contract', async () => {
    assert.equal((await read('/gone.txt')).error, 'File does not exist: /gone.txt');
    assert.equal(
      (await read('/closed.png')).error,
      'Permission denied accessing image file: /closed.png',
    );
    assert.equal((await read('/broken.txt')).errorCode, 'IO_ERROR');
    assert.equal((await read('/')).errorCode, 'IS_DIRECTORY');
  });

  test('says why it failed', async () => {
    const { error } = await read('/broken.txt');
    assert.equal(error, 'Cannot read file: /broken.txt (HTTP status 500)');
    const fetch = () => Promise.reject(new TypeError('fetch failed'));
    const silent = await read('/notes.txt', {}, { fetch });
    assert.equal(silent.errorCode, 'IO_ERROR');
    assert.equal(silent.error, 'Cannot read file: /notes.txt (the server did not answer)');
  });

  test('needs an absolute URL to begin with', () => {
    assert.throws(() => httpFs('docs/'), /base must be an absolute URL, got "docs\/"/);
  });

  test('ends when it is aborted', async () => {
    const controller = new AbortController();
    const fetch = (_, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const tool = createReadTool({ fs: httpFs(base, { fetch }) });
    const call = tool.execute({ file_path: '/long.txt' }, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await assert.rejects(call, /enough/);
  });
});
