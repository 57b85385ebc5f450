// Who may send requests over HTTP, and which are refused.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { createMcpHandler } from 'lectern/mcp';

import { post, toolOver } from './requests.mjs';

const kList = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('a request over HTTP', () => {
  const tool = toolOver({ '/base/a.txt': 'a' });
  /** The status for a host and an origin. */
  async function statusOf(url, headers, options = {}) {
    const response = await createMcpHandler({ tool, ...options })(post(kList, { url, headers }));
    await response.body?.cancel();
    return response.status;
  }
  const kPlaces = {
    local: 'http://127.0.0.1:3000/mcp',
    public: 'https://files.example.com/mcp',
  };

  for (const [what, url, headers, status] of [
    ['of a program', kPlaces.local, {}, 200],
    ['of a program, by name', kPlaces.local, { host: 'localhost:3000' }, 200],
    ['of a page of this machine', kPlaces.local, { origin: 'http://localhost:6274' }, 200],
    ['of a program to every address', 'http://0.0.0.0:3000/mcp', { host: '127.0.0.1:3000' }, 200],
    ['of a stranger to every address', 'http://0.0.0.0:3000/mcp', { host: 'evil.example' }, 403],
    ['of a page of this machine, by number', kPlaces.local, { origin: 'http://[::1]:1' }, 200],
    ['to a rebound name', kPlaces.local, { host: 'evil.example:3000' }, 403],
    ['to a name that looks local', kPlaces.local, { host: 'localhost.evil.example' }, 403],
    ['to a name with a user', kPlaces.local, { host: 'localhost@evil.example' }, 403],
    ['of a rebound page', 'http://evil.example:3000/', { origin: 'http://evil.example:3000' }, 403],
    ['of a page that is elsewhere', kPlaces.local, { origin: 'https://evil.example' }, 403],
    ['of a page that looks local', kPlaces.local, { origin: 'http://localhost.evil.example' }, 403],
    ['of a page with a user', kPlaces.local, { origin: 'http://localhost@evil.example' }, 403],
    ['of a page in a sandbox', kPlaces.local, { origin: 'null' }, 403],
    ['of a file', kPlaces.local, { origin: 'file://' }, 403],
    ['of a program to a public server', kPlaces.public, {}, 200],
    ["of a public server's own page", kPlaces.public, { origin: 'https://files.example.com' }, 200],
    ['of that page without TLS', kPlaces.public, { origin: 'http://files.example.com' }, 403],
    ['of a local page to a public server', kPlaces.public, { origin: 'http://localhost' }, 403],
    ['of another page to a public server', kPlaces.public, { origin: 'https://app.example' }, 403],
  ]) {
    test(`${what} is answered with ${status}`, async () => {
      for (const sessions of [false, true]) {
        const got = await statusOf(url, headers, { sessions });
        // With sessions, what is let in is told to initialize first.
        assert.equal(got, status === 200 && sessions ? 400 : status);
      }
    });
  }

  test('is let in by lists', async () => {
    const hosts = { allowedHosts: ['Files.example.com', 'other.example:8080'] };
    assert.equal(await statusOf(kPlaces.public, {}, hosts), 200);
    assert.equal(await statusOf('http://files.example.com:81/', {}, hosts), 200);
    assert.equal(await statusOf('http://other.example:8080/', {}, hosts), 200);
    assert.equal(await statusOf('http://other.example/', {}, hosts), 403);
    assert.equal(await statusOf(kPlaces.local, {}, hosts), 403);
    const page = { origin: 'https://app.example' };
    assert.equal(
      await statusOf(kPlaces.public, page, { allowedOrigins: ['https://app.example'] }),
      200,
    );
    assert.equal(await statusOf(kPlaces.public, page, { allowedOrigins: ['*'] }), 200);
    assert.equal(await statusOf(kPlaces.public, page, { allowedOrigins: [] }), 403);
    for (const wrong of [{ allowedHosts: 'a' }, { allowedOrigins: [5] }, { allowedOrigins: '*' }])
      assert.throws(() => createMcpHandler({ tool, ...wrong }), TypeError);
  });

  test('that opens a stream is refused where nothing would come through it', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
      const request = new Request(kPlaces.local, {
        method,
        headers: { accept: 'text/event-stream' },
      });
      const response = await createMcpHandler({ tool })(request);
      assert.equal(response.status, 405);
      assert.equal(response.headers.get('allow'), 'POST');
      assert.equal(response.body, null);
    }
  });

  test('of more bytes than it may have is refused', async () => {
    const big = post({ ...kList, params: { x: 'x'.repeat(2_000_000) } });
    assert.equal((await createMcpHandler({ tool })(big)).status, 413);
    const small = post(kList);
    assert.equal((await createMcpHandler({ tool, maxRequestBytes: 20 })(small)).status, 413);
    assert.throws(() => createMcpHandler({ tool, maxRequestBytes: 0 }), /maxRequestBytes/);
  });

  test('whose body never ends, or is no view of bytes, is answered', {
    timeout: 10_000,
  }, async () => {
    const never = new Promise(() => undefined);
    const spaces = new Uint8Array(30).fill(0x20);
    const statusOfBody = async (source, signal = null) => {
      const body = new ReadableStream(source);
      const { url, headers } = post(kList);
      const request = new Request(url, { method: 'POST', headers, body, duplex: 'half', signal });
      return (await createMcpHandler({ tool, maxRequestBytes: 20 })(request)).status;
    };
    const pull = (controller) => controller.enqueue(spaces);
    assert.equal(await statusOfBody({ pull, cancel: () => never }), 413);
    const pullBuffer = (controller) => controller.enqueue(spaces.slice().buffer);
    assert.equal(await statusOfBody({ pull: pullBuffer }), 413);
    // The timer of AbortSignal.timeout would not keep Node from ending.
    const gone = new AbortController();
    setTimeout(() => gone.abort(), 20);
    assert.equal(await statusOfBody({ pull: () => never }, gone.signal), 400);
  });

  test('of nonsense is an error of the request', async () => {
    const handler = createMcpHandler({ tool });
    for (const body of [
      '',
      '{',
      '[]',
      'null',
      '5',
      '"x"',
      '{}',
      '[[]]',
      '{"jsonrpc":"2.0"}',
      '\0',
      `${'['.repeat(500_000)}`,
    ])
      assert.ok((await handler(post(body))).status < 500, body.slice(0, 20));
  });
});

test('a body of empty pieces without end is refused', async () => {
  const tool = toolOver({ '/base/a.txt': 'a' });
  const pull = (controller) => controller.enqueue(new Uint8Array());
  const body = new ReadableStream({ pull });
  const headers = { 'content-type': 'application/json' };
  const request = new Request('http://127.0.0.1/', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  });
  assert.equal((await createMcpHandler({ tool })(request)).status, 400);
});
