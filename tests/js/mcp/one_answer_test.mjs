// Each request over HTTP has one answer, and its stream ends with it, whoever cancels what.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { createReadTool } from 'lectern';
import { createMcpHandler as createSdkHandler } from 'lectern/mcp';
import { createMcpHandler } from 'lectern/mcp/server';

/** A tool whose reads wait for `release`. */
function waitingTool() {
  let release;
  const waiting = new Promise((resolve) => {
    release = resolve;
  });
  const read = async () => {
    await waiting;
    return new TextEncoder().encode('abc\n');
  };
  const tool = createReadTool({ fs: { open: async () => ({ size: 4, read }) } });
  return { tool, release };
}

function post(message, headers = {}) {
  return new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
}

const call = (id) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'Read', arguments: { file_path: '/a.txt' } },
});
const cancel = (requestId) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

/** What each answer of a stream says, by its id. */
async function answersOf(response) {
  const text = await response.text();
  return Object.fromEntries(
    [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => {
      const { id, result, error } = JSON.parse(data);
      return [id, error ? error.code : result.content[0].text.trim()];
    }),
  );
}

const servers = { 'lectern/mcp': createSdkHandler, 'lectern/mcp/server': createMcpHandler };
for (const [name, create] of Object.entries(servers)) {
  describe(`a batch to ${name}`, () => {
    test('that cancels its calls ends, in whatever order they come', async () => {
      const { tool } = waitingTool();
      const handler = create({ tool });
      for (const messages of [
        [call(1), cancel(1)],
        [cancel(1), call(1)],
        [call(1), cancel(1), cancel(1)],
      ])
        assert.deepEqual(await answersOf(await handler(post(messages))), { 1: -32800 });
    });

    test('that has an id twice, or no request, is refused', async () => {
      const { tool, release } = waitingTool();
      release();
      const handler = create({ tool });
      for (const messages of [[call(1), call(1)], [call(1), call('b'), call('b')], []]) {
        const refused = await handler(post(messages));
        assert.equal(refused.status, 400);
        assert.equal((await refused.json()).error.code, -32600);
      }
      const distinct = await handler(post([call(1), call('1'), cancel(2), cancel(2)]));
      assert.deepEqual((await distinct.text()).match(/"id":[^}]*/g).sort(), ['"id":"1"', '"id":1']);
    });

    test('that cancels one of its calls has an answer to each', async () => {
      const { tool, release } = waitingTool();
      const response = await create({ tool })(post([call(1), call('b'), cancel(1)]));
      setTimeout(release, 5);
      assert.deepEqual(await answersOf(response), { 1: -32800, b: '1\tabc' });
    });
  });
}

describe('a session', () => {
  async function opened(handler) {
    const params = {
      protocolVersion: '2025-03-26',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    };
    const hello = { jsonrpc: '2.0', id: 'hello', method: 'initialize', params };
    const response = await handler(post(hello));
    await response.text();
    return { 'mcp-session-id': response.headers.get('mcp-session-id') };
  }

  test('refuses an id that another request has, and takes it again after the answer', async () => {
    const { tool, release } = waitingTool();
    const handler = createSdkHandler({ tool, sessions: true });
    const headers = await opened(handler);
    const first = await handler(post(call(1), headers));
    for (const message of [call(1), [call(2), call(1)], [call(2), call(2)]]) {
      const refused = await handler(post(message, headers));
      assert.equal(refused.status, 400);
      assert.equal((await refused.json()).error.code, -32600);
    }
    release();
    assert.deepEqual(await answersOf(first), { 1: '1\tabc' });
    const again = await handler(post(call(1), headers));
    assert.deepEqual(await answersOf(again), { 1: '1\tabc' });
  });

  test('refuses an id of requests that arrive at once', async () => {
    const { tool, release } = waitingTool();
    const handler = createSdkHandler({ tool, sessions: true });
    const headers = await opened(handler);
    const responses = await Promise.all([1, 1, 1].map((id) => handler(post(call(id), headers))));
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 400, 400]);
    release();
    const answered = responses.find(({ status }) => status === 200);
    assert.deepEqual(await answersOf(answered), { 1: '1\tabc' });
  });

  test('refuses what is no JSON, and what is too large', async () => {
    const { tool } = waitingTool();
    const handler = createSdkHandler({ tool, sessions: true, maxRequestBytes: 1000 });
    const headers = await opened(handler);
    assert.equal((await handler(post('{', headers))).status, 400);
    assert.equal((await handler(post('null', headers))).status, 400);
    assert.equal((await handler(post(`"${'x'.repeat(1000)}"`, headers))).status, 413);
  });
});
