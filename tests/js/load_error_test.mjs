import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import * as lectern from 'lectern';

import { fetchModule } from '../../dist/hosts/fetch_module.js';
import { kRoot } from './support/samples.mjs';

const kPdf = new TextEncoder().encode('%PDF-1.4\n1 0 obj\nnothing\n');

/** The package without some of its files, as a bundler may leave it. */
const copy = mkdtempSync(join(tmpdir(), 'lectern-'));
cpSync(join(kRoot, 'dist'), join(copy, 'dist'), { recursive: true });
writeFileSync(join(copy, 'package.json'), '{"type":"module"}');
after(() => rmSync(copy, { recursive: true }));

const bundled = await import(pathToFileURL(join(copy, 'dist', 'hosts', 'node.js')).href);
const { memoryFs } = await import('lectern/fs/memory');

function isLoadError(error, url, hint) {
  assert.equal(error.name, 'ModuleLoadError');
  assert.equal(error.url, url);
  assert.match(error.message, /^cannot load .*: .*\. /);
  assert.ok(error.message.includes(url));
  assert.match(error.hint, hint);
  assert.ok(error.cause instanceof Error);
  return true;
}

test('a missing module is named with its place and the remedy, wherever it is missed', async () => {
  const file = join(copy, 'dist', 'pdf.wasm');
  rmSync(file);
  const missing = (error) =>
    isLoadError(error, pathToFileURL(file).href, /bundler has not copied it.*lectern\/inline/);
  const reader = await bundled.createReader();
  await assert.rejects(reader.read(kPdf, { name: 'a.pdf' }), missing);
  await assert.rejects(reader.loadModule('pdf'), missing);
  const tool = bundled.createReadTool({ fs: memoryFs({ '/a.pdf': kPdf }), root: '/' });
  await assert.rejects(tool.execute({ file_path: 'a.pdf' }), missing);
  assert.equal((await reader.read(new Uint8Array([65]), { name: 'a.txt' })).success, true);
});

test('a missing worker is named alike', async () => {
  const folder = join(copy, 'dist', 'watchdog');
  const { createWatchedReader } = await import(pathToFileURL(join(folder, 'node.js')).href);
  const file = join(folder, 'node_thread.js');
  rmSync(file);
  const reader = await createWatchedReader();
  for (let i = 0; i < 2; i++) {
    await assert.rejects(reader.read(new Uint8Array([65]), { name: 'a.txt' }), (error) =>
      isLoadError(error, pathToFileURL(file).href, /lectern\/inline/),
    );
  }
  reader.dispose();
});

test('a missing core is named alike, by a reader and by a tool', async () => {
  const file = join(copy, 'dist', 'core.wasm');
  rmSync(file);
  const { createReader, createReadTool } = await import(
    `${pathToFileURL(join(copy, 'dist', 'hosts', 'node.js')).href}?again`
  );
  const missing = (error) =>
    isLoadError(error, pathToFileURL(file).href, /bundler has not copied it.*docs\/bundlers\.md/);
  await assert.rejects(createReader(), missing);
  const tool = createReadTool({ fs: memoryFs({ '/a.txt': 'a' }), root: '/' });
  await assert.rejects(tool.execute({ file_path: 'a.txt' }), missing);
});

test('a module that is loaded in the place of another is told by its name, and not asked for again', async () => {
  const rtf = new TextEncoder().encode('{\\rtf1 Words}');
  const { loadHtml } = await import('lectern/html');
  const { loadPdf } = await import('lectern/pdf');
  for (const modules of [{ documents: loadPdf }, { office: loadHtml }]) {
    const reader = await lectern.createReader({}, { documents: undefined, ...modules });
    const other = (error) => {
      assert.equal(error.name, 'ModuleLoadError');
      assert.match(error.message, /^cannot load the office module: it is another module\. /);
      return true;
    };
    await assert.rejects(reader.read(rtf, { name: 'a.rtf' }), other);
    assert.throws(() => reader.readSync(rtf, { name: 'a.rtf' }), other);
    reader.dispose();
  }
});

test('a loader of the caller that is none, or gives something else, is told by its name', async () => {
  const read = async (modules) =>
    (await lectern.createReader({}, modules)).read(kPdf, { name: 'a.pdf' });
  await assert.rejects(read({ pdfs: async () => ({}) }), {
    name: 'TypeError',
    message:
      /^modules\.pdfs: there are codecs, data, documents, drawing, html, office, pdf, pictures, sheets$/,
  });
  await assert.rejects(read({ pdf: {} }), {
    name: 'TypeError',
    message: /^modules\.pdf must be a function, such as that of lectern\/pdf$/,
  });
  for (const given of [undefined, {}, { module: {}, createInstance() {} }]) {
    await assert.rejects(read({ pdf: () => given }), {
      name: 'ModuleLoadError',
      message: /^cannot load the pdf module: it gave no \{ module, createInstance \}\. /,
    });
  }
});

test('a name that no module has is told', async () => {
  const reader = await lectern.createReader();
  for (const name of ['pdfs', 'constructor', '__proto__', '', undefined]) {
    await assert.rejects(reader.loadModule(name), {
      name: 'TypeError',
      message: new RegExp(`^module ${name}: there are codecs, data, `),
    });
  }
});

test('what a server sends in place of a module is told', async () => {
  const server = createServer((request, response) => {
    const [status, type, body] = {
      '/page.wasm': [200, 'text/html', '<!doctype html>'],
      '/typed.wasm': [200, 'application/wasm', '<!doctype html>'],
      '/gone.wasm': [404, 'text/plain', ''],
    }[request.url];
    response.writeHead(status, { 'content-type': type }).end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = `http://127.0.0.1:${server.address().port}/core.wasm`;
  const at = (name) => new URL(name, address);
  try {
    for (const [name, message, hint] of [
      ['page.wasm', /answered with HTML/, /sent a page instead: deploy the file/],
      ['typed.wasm', /./, /lectern\/inline/],
      ['gone.wasm', /HTTP status 404/, /lectern\/inline/],
    ]) {
      await assert.rejects(fetchModule(at(name)), (error) => {
        assert.match(error.message, message);
        return isLoadError(error, at(name).href, hint);
      });
    }
  } finally {
    server.close();
  }
  const [gone, { href }] = [new URL(address), new URL(address)];
  await assert.rejects(fetchModule(gone), (error) => isLoadError(error, href, /lectern\/inline/));
});

test('a policy that forbids WebAssembly is named', () => {
  const cause = new WebAssembly.CompileError(
    "WebAssembly.compile(): Refused to compile because 'unsafe-eval' is not an allowed source in the Content Security Policy",
  );
  const { compile } = WebAssembly;
  WebAssembly.compile = () => Promise.reject(cause);
  return bundled
    .createReader()
    .then(
      () => undefined,
      (error) => error,
    )
    .then(async () => {
      const { compileModule } = await import('../../dist/reader/load_error.js');
      await assert.rejects(compileModule(new URL('https://a.test/core.wasm'), new Uint8Array(8)), {
        hint: /script-src 'wasm-unsafe-eval'/,
      });
    })
    .finally(() => {
      WebAssembly.compile = compile;
    });
});

test('the error can be told by its class', () => {
  const error = new lectern.ModuleLoadError('core.wasm', { hint: 'Do this' });
  assert.ok(error instanceof Error);
  assert.equal(error.message, 'cannot load core.wasm: no reason given. Do this');
});
