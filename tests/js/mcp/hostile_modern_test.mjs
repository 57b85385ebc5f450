// Requests to the server of 2026-07-28 that no client should send: each is answered, and none by a fault of the server.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createReadTool } from 'lectern';
import { memoryFs } from 'lectern/fs/memory';
import { createMcpHandler } from 'lectern/mcp/server';

const fs = memoryFs({ '/a.txt': new TextEncoder().encode('one\n') });
const handler = createMcpHandler({ tool: createReadTool({ fs, root: '/', provider: 'mcp' }) });

async function post(body, headers = {}) {
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      host: 'localhost',
      ...headers,
    },
    body,
  });
  const response = await handler(request);
  return { status: response.status, text: await response.text() };
}

const call = (words) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Read","arguments":${words}}}`;
const nested = (depth) => '['.repeat(depth) + ']'.repeat(depth);
const resource = (uri) =>
  `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"${uri}"}}`;

const cases = {
  'text that is no JSON': ['{', 400, /-32700/],
  'JSON that is no message': ['null', 400, /-32600/],
  'a batch of nothing': ['[]', 400, /-32600/],
  'a batch of 500 calls': [`[${Array(500).fill(call('{}'))}]`, 400, /-32600/],
  'brackets 100,000 deep': [nested(100_000), 400, /-32600/],
  'arguments 50,000 deep': [
    call(`{"file_path":"/a.txt","z":${nested(50_000)}}`),
    200,
    /longer than 65536 bytes/,
  ],
  'more than it takes': [call(`{"file_path":"${'x'.repeat(2_000_000)}"}`), 413, /-32000/],
  'half a surrogate pair': [call('{"file_path":"/\\ud800"}'), 200, /does not exist/],
  'half a surrogate pair in a URI': [resource('file:///\\ud800'), 200, /-32602/],
  'a URI of another host': [resource('file://evil/a.txt'), 200, /-32602/],
  'a URI with NUL and broken escapes': [resource('file:///%00%ff%zz'), 200, /-32602/],
  'a prototype': [call('{"__proto__":{"file_path":"/a.txt"}}'), 200, /file_path is required/],
  'no arguments': [call('null'), 200, /-32602/],
};
for (const [name, [body, status, pattern]] of Object.entries(cases)) {
  test(`${name} is answered with ${status}`, async () => {
    const answer = await post(body);
    assert.equal(answer.status, status);
    assert.match(answer.text, pattern);
    assert.doesNotMatch(answer.text, /-32603/);
  });
}

const headers = {
  'an unknown revision': [{ 'mcp-protocol-version': '1999-01-01' }, 400],
  'a revision that the message does not have': [{ 'mcp-protocol-version': '2026-07-28' }, 400],
  'another content type': [{ 'content-type': 'text/plain' }, 415],
  'a page of a stranger': [{ origin: 'https://evil.test' }, 403],
  'a page without an origin': [{ origin: 'null' }, 403],
  'a name that was rebound': [{ host: 'evil.test' }, 403],
};
for (const [name, [over, status]] of Object.entries(headers)) {
  test(`${name} is refused with ${status}`, async () => {
    assert.equal((await post(call('{"file_path":"/a.txt"}'), over)).status, status);
  });
}

test('it answers afterwards', async () => {
  assert.match((await post(call('{"file_path":"/a.txt"}'))).text, /one/);
});

test('every way to write the address of this machine is that of this machine', async () => {
  const body = call('{"file_path":"a.txt"}');
  for (const name of [
    'localhost',
    'localhost.',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '2130706433',
  ]) {
    const ask = async (host) => {
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      };
      const init = { method: 'POST', headers: { ...headers, host }, body };
      return (await handler(new Request(`http://${name}/mcp`, init))).status;
    };
    assert.equal(await ask('evil.example'), 403, name);
    assert.equal(await ask(new URL(`http://${name}`).host), 200, name);
  }
});
