// Examples beside agents' frameworks proper: what observes reads, and the hosts that agents run on.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { basename, join } from 'node:path';

import { serveModel } from './recorded_model.mjs';

const require = createRequire(import.meta.url);

/** The console's exporter prints objects of JavaScript: each has these lines. */
async function runOpenTelemetry({ files, runBeside }) {
  const names = ['chart.png', 'notes.txt', 'nowhere.txt'];
  const output = await runBeside(process.execPath, [join('examples', 'opentelemetry', 'read.mjs'), files, ...names]);
  const spans = output.split(/^\}$/m).filter((text) => text.includes("name: 'lectern.read'"));
  assert.equal(spans.length, names.length);
  const [picture, text, missing] = spans;
  assert.match(picture, /'lectern\.mime_type': 'image\/png'/);
  assert.match(picture, /'file\.path': '[^']*\/chart\.png'/);
  assert.match(text, /'file\.size': 8,/);
  assert.doesNotMatch(text, /error\.type/);
  assert.match(missing, /'error\.type': 'FILE_NOT_FOUND'/);
  assert.match(missing, /status: \{ code: 2, message: 'FILE_NOT_FOUND' \}/);
  for (const span of spans) assert.match(span, /duration: \d+(\.\d+)?,/);
  return `${spans.length} spans`;
}

/** One script, and the modules beside it, as wrangler deploys them. */
async function bundle(entry, project) {
  const { build } = require('esbuild');
  const found = new Set();
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['node:*', 'cloudflare:*'],
    logLevel: 'error',
    plugins: [
      {
        name: 'wasm',
        setup: (esbuild) =>
          esbuild.onResolve({ filter: /\.wasm$/ }, ({ path }) => {
            found.add(basename(path));
            return { path: `./${basename(path)}`, external: true };
          }),
      },
      {
        // Packages that are older than `node:` require its modules without it.
        name: 'node',
        setup: (esbuild) => {
          const filter = new RegExp(`^(${builtinModules.join('|')})$`);
          esbuild.onResolve({ filter }, ({ path }) => ({ path, namespace: 'node' }));
          const load = ({ path }) => ({ contents: `export * from 'node:${path}'; export { default } from 'node:${path}';` });
          esbuild.onLoad({ filter: /./, namespace: 'node' }, load);
        },
      },
    ],
  });
  const dist = join(project, 'node_modules', 'lectern', 'dist');
  const modules = [...found].map((path) => ({ type: 'CompiledWasm', path, contents: readFileSync(join(dist, path)) }));
  return { script: outputFiles[0].text, modules };
}

/** The agent in workerd, with its bucket and its state, and a recorded model. */
async function runCloudflareAgents({ files, project }) {
  const { Miniflare } = require('miniflare');
  const { script, modules } = await bundle(join(project, 'examples', 'cloudflare-agents', 'src', 'index.js'), project);
  const model = await serveModel({ file_path: 'chart.png' });
  const server = new Miniflare({
    compatibilityDate: '2026-04-01',
    compatibilityFlags: ['nodejs_compat'],
    cf: false,
    bindings: { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'none' },
    durableObjects: { FileAgent: { className: 'FileAgent', useSQLite: true } },
    r2Buckets: ['FILES'],
    modules: [{ type: 'ESModule', path: 'worker.mjs', contents: script }, ...modules],
  });
  try {
    const bucket = await server.getR2Bucket('FILES');
    await bucket.put('chart.png', new Uint8Array(readFileSync(join(files, 'chart.png'))));
    const address = 'http://localhost/agents/file-agent/one';
    const answer = await server.dispatchFetch(address, { method: 'POST', body: 'What is in chart.png?' });
    assert.match(await answer.text(), /^I see: Read image: chart\.png \(PNG, [^)]*\), image\/png/);
    assert.deepEqual(await (await server.dispatchFetch(address)).json(), { read: ['/chart.png'] });
    assert.equal((await server.dispatchFetch('http://localhost/other')).status, 404);
  } finally {
    model.end();
    await server.dispose();
  }
  return 'a picture, and its state';
}

/** A fresh process for each start, as an instance of a function has; the first call is what a user waits for. */
const kColdStart = `import { readFileSync } from 'node:fs';
const [handlerPath, file, name] = process.argv.slice(2);
const start = performance.now();
const { handler } = await import(handlerPath);
const loaded = performance.now();
const event = { body: readFileSync(file).toString('base64'), isBase64Encoded: true, queryStringParameters: { name } };
const answer = await handler(event);
const first = performance.now();
await handler(event);
const again = performance.now();
const { success, contentType } = JSON.parse(answer.body);
console.log(JSON.stringify({ statusCode: answer.statusCode, success, contentType, init: loaded - start, first: first - loaded, again: again - first }));
`;

/** The handler as Lambda's runtime calls it. The runtime's own client is not here: npm compiles it from C++, for Node 22. */
async function runLambda({ files, project, runBeside }) {
  const program = join(project, 'cold_start.mjs');
  writeFileSync(program, kColdStart);
  const handler = join(project, 'examples', 'aws-lambda', 'handler.mjs');
  const notes = [];
  for (const [name, contentType] of [['notes.txt', 'text'], ['chart.png', 'image'], ['report.pdf', 'pdf']]) {
    const starts = [];
    for (let run = 0; run < 3; run++) {
      const said = JSON.parse(await runBeside(process.execPath, [program, handler, join(files, name), name]));
      assert.deepEqual([said.statusCode, said.success, said.contentType], [200, true, contentType]);
      starts.push(said);
    }
    const best = (key) => Math.round(Math.min(...starts.map((each) => each[key])));
    notes.push(`${name} ${best('init')} + ${best('first')} ms, then ${best('again')} ms`);
  }
  const broken = `import { handler } from ${JSON.stringify(handler)};
const { statusCode, body } = await handler({ body: 'GIF89a', queryStringParameters: { name: 'a.gif' } });
const empty = await handler({});
console.log(statusCode, JSON.parse(body).errorCode, empty.statusCode);`;
  const words = await runBeside(process.execPath, ['--input-type=module', '--eval', broken]);
  assert.equal(words.trim(), '422 CORRUPT_IMAGE 200');
  return `cold start ${notes.join('; ')}`;
}

export const kHostCases = {
  opentelemetry: runOpenTelemetry,
  'cloudflare-agents': runCloudflareAgents,
  'aws-lambda': runLambda,
};
