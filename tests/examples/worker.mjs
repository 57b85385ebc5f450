// The Cloudflare worker in workerd, bundled as wrangler bundles it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { bundleWorker } from './worker_bundle.mjs';

const require = createRequire(import.meta.url);

/** The free plan of Workers takes 3 MB, compressed. */
const kMaxBundleBytes = 3 * 1024 * 1024;
/** What one isolate may have. */
const kMaxMemoryBytes = 128 * 1024 * 1024;

/**
 * Bytes of the worker's isolate by V8's own count: objects and what they keep outside of the heap, above all the
 * WebAssembly memories. Compiled code is not in it.
 */
async function isolateBytes(inspectorUrl) {
  const { WebSocket } = require('ws');
  // The address that Miniflare gives is a WebSocket's.
  const [target] = await (await fetch(`http://${inspectorUrl.host}/json`)).json();
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  try {
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
    const answer = new Promise((resolve) => {
      socket.on('message', (data) => {
        const message = JSON.parse(data);
        if (message.id === 1) resolve(message.result);
      });
    });
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.getHeapUsage' }));
    const { totalSize, backingStorageSize = 0 } = await answer;
    return totalSize + backingStorageSize;
  } finally {
    socket.close();
  }
}

async function callTool(url) {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(url));
  const { content } = await client.callTool({ name: 'Read', arguments: { file_path: 'chart.png' } });
  assert.deepEqual(content.map(({ type }) => type), ['text', 'image']);
  await client.close();
}

/** @returns {Promise<string>} a note */
export async function runWorkerExample(files, project) {
  const { Miniflare } = require('miniflare');
  const entry = join(project, 'examples', 'cloudflare-worker', 'src', 'index.js');
  const { script, modules } = await bundleWorker(entry, project);
  const bundleBytes = [script, ...modules.map(({ contents }) => contents)]
    .map((part) => gzipSync(part).length)
    .reduce((sum, bytes) => sum + bytes);
  assert.ok(bundleBytes < kMaxBundleBytes, `the worker has ${bundleBytes} bytes, compressed`);
  const server = new Miniflare({
    compatibilityDate: '2026-04-01',
    cf: false,
    host: '127.0.0.1',
    inspectorPort: 0,
    r2Buckets: ['FILES'],
    modules: [{ type: 'ESModule', path: 'worker.mjs', contents: script }, ...modules],
  });
  let memoryBytes;
  try {
    const bucket = await server.getR2Bucket('FILES');
    for (const name of ['notes.txt', 'chart.png', 'report.pdf', 'analysis.ipynb'])
      await bucket.put(name, new Uint8Array(readFileSync(join(files, name))));
    await bucket.put('long.txt', 'a line of text\n'.repeat(2_000_000));
    const base = await server.ready;

    const read = async (query) => (await server.dispatchFetch(`http://localhost/read?${query}`)).json();
    assert.equal((await read('path=notes.txt')).content, '     1\tone\n     2\ttwo');
    assert.equal((await read('path=/notes.txt&offset=2&limit=1')).startLine, 2);
    assert.equal((await read('path=../secret')).errorCode, 'FILE_NOT_FOUND');
    assert.equal((await read('path=gone.txt')).errorCode, 'FILE_NOT_FOUND');
    assert.match((await read('path=report.pdf&pages=2')).content, /second page/);
    assert.equal((await read('path=analysis.ipynb')).contentType, 'notebook');
    assert.equal((await read('path=long.txt&offset=1999999&limit=1')).totalLines, 2_000_000);
    await callTool(new URL('/mcp', base));
    memoryBytes = await isolateBytes(await server.getInspectorURL());
    assert.ok(memoryBytes < kMaxMemoryBytes, `the isolate has ${memoryBytes} bytes`);
  } finally {
    await server.dispose();
  }
  const show = (bytes, most) => `${bytes.toLocaleString('en-US')} of ${most.toLocaleString('en-US')} bytes`;
  return `compressed ${show(bundleBytes, kMaxBundleBytes)}; in memory ${show(memoryBytes, kMaxMemoryBytes)} after reads of every kind`;
}
