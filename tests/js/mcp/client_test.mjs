// The server as the SDK's own client sees it, over both transports.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';
import { createMcpHandler } from 'lectern/mcp';

import manifest from '../../../package.json' with { type: 'json' };
import { kRedPixel, kRoot } from '../support/samples.mjs';
import { kLongLines, makeFiles } from './files.mjs';
import { serve } from './serve.mjs';

const { root, top } = makeFiles();

function httpTransport(options) {
  return async () => {
    const tool = createReadTool({ fs: nodeFs(), root, provider: 'mcp' });
    const { server, url } = await serve(createMcpHandler({ tool, ...options }));
    const close = () => {
      server.closeAllConnections();
      server.close();
    };
    return { transport: new StreamableHTTPClientTransport(url), close };
  };
}

const kTransports = {
  stdio: async () => {
    const args = [join(kRoot, 'dist', 'cli', 'main.js'), 'mcp', '--root', root];
    const transport = new StdioClientTransport({ command: process.execPath, args });
    return { transport, close: () => {} };
  },
  'streamable HTTP without sessions': httpTransport({}),
  'streamable HTTP with sessions': httpTransport({ sessions: true }),
};

for (const [name, open] of Object.entries(kTransports)) {
  describe(name, () => {
    let client;
    let close;
    let transport;

    before(async () => {
      const opened = await open();
      transport = opened.transport;
      close = opened.close;
      client = new Client({ name: 'test', version: '1' });
      await client.connect(opened.transport);
    });

    after(async () => {
      await client.close();
      close();
    });

    const read = (input) => client.callTool({ name: 'Read', arguments: input });

    test('tells who it is', () => {
      const { name: server, version } = client.getServerVersion();
      assert.deepEqual([server, version], ['lectern', manifest.version]);
    });

    test('has one tool, which only reads', async () => {
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map((tool) => tool.name),
        ['Read'],
      );
      assert.equal(tools[0].annotations.readOnlyHint, true);
      assert.equal(tools[0].annotations.openWorldHint, false);
      assert.deepEqual(tools[0].inputSchema.required, ['file_path']);
      assert.ok(tools[0].description.includes(root));
    });

    test('reads text, ranges and pictures', async () => {
      assert.deepEqual((await read({ file_path: 'notes.txt' })).content, [
        { type: 'text', text: '     1\tone\n     2\ttwo' },
      ]);
      const range = await read({ file_path: 'long.txt', offset: '40000', limit: 1 });
      assert.match(range.content[0].text, /40000\tline 40000/);
      const { content } = await read({ file_path: join(root, 'pixel.png') });
      assert.deepEqual(
        content.map(({ type }) => type),
        ['text', 'image'],
      );
      assert.equal(content[1].mimeType, 'image/png');
      assert.equal(content[1].data, Buffer.from(kRedPixel).toString('base64'));
    });

    test('answers what cannot be read as a result', async () => {
      for (const [input, message] of [
        [{ file_path: 'gone.txt' }, /File does not exist/],
        [{ file_path: '../secret.txt' }, /Outside the permitted directories/],
        [{ file_path: join(top, 'secret.txt') }, /Outside the permitted directories/],
        [{ file_path: 'data.bin' }, /Binary files cannot be read as text/],
        [{ file_path: 'notes.txt', limit: 0 }, /limit/],
        [{}, /file_path/],
      ]) {
        const result = await read(input);
        assert.equal(result.isError, true);
        assert.match(result.content[0].text, message);
      }
      await assert.rejects(
        client.callTool({ name: 'Write', arguments: {} }),
        /unknown tool: Write/,
      );
    });

    test('tells progress', async () => {
      const seen = [];
      // The client drops what arrives together with the answer: it is seen on its way there.
      const receive = transport.onmessage;
      transport.onmessage = (message, extra) => {
        if (message.method === 'notifications/progress') seen.push(message.params);
        receive(message, extra);
      };
      const call = { name: 'Read', arguments: { file_path: 'long.txt' } };
      await client.callTool(call, undefined, { onprogress: () => {} });
      transport.onmessage = receive;
      const size = Buffer.byteLength(kLongLines);
      assert.ok(seen.length >= 2);
      assert.equal(seen[0].total, size);
      assert.equal(seen.at(-1).progress, size);
    });

    test('lists the files as resources and gives them as they are', async () => {
      const { resources } = await client.listResources();
      const names = resources.map((resource) => resource.name);
      assert.deepEqual(names, ['a b#.txt', 'data.bin', 'long.txt', 'notes.txt', 'pixel.png']);
      assert.equal(resources[0].uri, pathToFileURL(join(root, 'a b#.txt')).href);
      const contentOf = async (uri) => (await client.readResource({ uri })).contents[0];
      assert.equal((await contentOf(resources[0].uri)).text, 'odd name');
      assert.equal((await contentOf(resources[2].uri)).text, kLongLines);
      assert.equal(
        (await contentOf(resources[4].uri)).blob,
        Buffer.from(kRedPixel).toString('base64'),
      );
    });

    test('gives no resource from elsewhere', async () => {
      const uris = [
        pathToFileURL(join(top, 'secret.txt')).href,
        'https://example.org/',
        'file:///%ff',
        'file:///a%00b',
      ];
      for (const uri of uris) await assert.rejects(client.readResource({ uri }));
      const gone = pathToFileURL(join(root, 'gone.txt')).href;
      // The program is of the newer SDK, which has one code for what is wrong and what is missing.
      const code = name === 'stdio' ? -32602 : -32002;
      await assert.rejects(client.readResource({ uri: gone }), { code });
    });
  });
}

describe('a call that is cancelled', () => {
  test('ends the read', async () => {
    const aborted = Promise.withResolvers?.() ?? withResolvers();
    const fs = {
      open: (_, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            aborted.resolve();
            reject(signal.reason);
          });
          controller.abort(new Error('enough'));
        }),
    };
    const controller = new AbortController();
    const { server, url } = await serve(
      createMcpHandler({ tool: createReadTool({ fs }), sessions: true }),
    );
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(url));
    const call = { name: 'Read', arguments: { file_path: '/x' } };
    await assert.rejects(client.callTool(call, undefined, { signal: controller.signal }));
    await aborted.promise;
    await client.close();
    server.closeAllConnections();
    server.close();
  });
});

/** Promise.withResolvers, which Node 20 lacks. */
function withResolvers() {
  let resolve;
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
