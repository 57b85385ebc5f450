// Every example of the documentation runs: the README's JavaScript, and the @example of each export.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import * as lectern from 'lectern';

import { kRoot, sample, temporaryDirectory } from './support/samples.mjs';

const folder = temporaryDirectory();
mkdirSync(join(folder, 'src'));
writeFileSync(join(folder, 'src', 'main.ts'), 'export {};\n');
writeFileSync(join(folder, 'chart.png'), sample('chart.png'));

const kEntries = [
  'fs/node',
  'fs/memory',
  'fs/opfs',
  'fs/blob',
  'fs/r2',
  'fs/s3',
  'fs/http',
  'fs/promises',
  'files',
  'session',
  'outline',
  'wires',
  'mcp',
  'mcp/server',
  'watchdog',
];
const all = Object.assign({}, lectern);
for (const entry of kEntries) Object.assign(all, await import(`lectern/${entry}`));

/** A module that an example imports; those of others come from the folder of the tests that use them. */
async function load(specifier) {
  if (specifier.endsWith('.wasm')) {
    const bytes = readFileSync(join(kRoot, 'dist', specifier.slice('lectern/'.length)));
    return { default: await WebAssembly.compile(bytes) };
  }
  if (specifier.startsWith('lectern')) return import(specifier);
  // Its tool() gives back what it is given; tests/examples runs the real one.
  if (specifier === 'ai')
    return { tool: (definition) => definition, jsonSchema: (schema) => schema };
  const paths = ['fs', 'images'].map((folder) => join(kRoot, 'tests', 'js', folder));
  const { resolve } = createRequire(import.meta.url);
  return import(pathToFileURL(resolve(specifier, { paths })).href);
}

/** What the surroundings of an example hold: a fresh set for each. */
async function surroundings() {
  const tool = lectern.createReadTool({ fs: all.memoryFs({ '/notes.txt': 'one\n' }), root: '/' });
  const input = { file_path: '/notes.txt' };
  const text = JSON.stringify(input);
  const ofBucket = { size: 4, etag: '"1"', uploaded: new Date(0), key: 'notes.txt' };
  const bucket = {
    head: async () => ofBucket,
    get: async () => ({
      ...ofBucket,
      arrayBuffer: async () => new TextEncoder().encode('one\n').buffer,
    }),
    list: async () => ({ objects: [], delimitedPrefixes: [] }),
  };
  const chooser = new EventTarget();
  chooser.files = [new File(['one\n'], 'notes.txt')];
  chooser.push = () => undefined;
  return {
    ...all,
    load,
    tool,
    toolUseId: 'id',
    bytes: sample('chart.png'),
    reader: Object.assign(await lectern.createReader(), { execute: tool.execute }),
    stream: [new TextEncoder().encode('line\n'.repeat(1_000_100))],
    calls: [{ id: 'id', function: { name: 'Read', arguments: text } }],
    call: { id: 'id', call_id: 'id', name: 'Read', input, args: input, arguments: text },
    use: { toolUseId: 'id', input },
    messages: [],
    contents: [],
    input: chooser,
    env: { FILES: bucket },
    server: { setRequestHandler: (_, handle) => handle({ params: { arguments: input } }) },
    CallToolRequestSchema: {},
    StdioServerTransport: class {
      start() {}
      close() {}
    },
    serveStdio: (makeServer) => makeServer(),
    showDirectoryPicker: async () => ({}),
    console: { log: () => undefined },
  };
}

/** The code of an example as the body of a function whose surroundings are `scope`. */
function bodyOf(code) {
  const body = code
    .replaceAll(/^import (\w+) from ('[^']+');/gm, 'const { default: $1 } = await load($2);')
    .replaceAll(/^import (\{[^}]*\}) from ('[^']+');/gm, 'const $1 = await load($2);')
    .replace('export default {', 'const exported = {')
    .replaceAll('process.cwd()', JSON.stringify(folder))
    .replaceAll(/\/home\/me\/project|\/workspace/g, folder);
  return `with (scope) {
${body}
return { result: typeof result === 'object' ? result : undefined, exported: typeof exported === 'object' && exported };
}`;
}

async function run(code) {
  const AsyncFunction = (async () => {}).constructor;
  const scope = await surroundings();
  const { fetch } = globalThis;
  globalThis.fetch = async () => new Response('# Intro\n');
  try {
    const { result, exported } = await new AsyncFunction('scope', bodyOf(code))(scope);
    if (result) assert.equal(result.success, true, result.content);
    if (exported) {
      const response = await exported.fetch(
        new Request('http://localhost/?path=/notes.txt'),
        scope.env,
      );
      assert.ok(response instanceof Response);
    }
    scope.input.dispatchEvent(new Event('change'));
  } finally {
    globalThis.fetch = fetch;
  }
}

function sources(directory) {
  return readdirSync(directory, { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(directory, name));
}

describe('the README', () => {
  const blocks = [
    ...readFileSync(join(kRoot, 'README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```/gms),
  ]
    .map(([, code]) => code)
    .filter((code) => code.includes('import '));
  assert.ok(blocks.length >= 2);
  for (const code of blocks) test(`runs: ${code.split('\n')[0]}`, () => run(code));
});

describe('the example of', () => {
  let count = 0;
  for (const file of sources(join(kRoot, 'js'))) {
    const source = readFileSync(file, 'utf8');
    const pattern = /@example\n *\* ```ts\n(.*?)^ *\* ```\n.*?^ *\*\/\n([^(=:]*)/gms;
    for (const [, example, declaration] of source.matchAll(pattern)) {
      const name = declaration.trim().split(/[\s<]/).at(-1);
      const code = example.replaceAll(/^ *\* ?/gm, '');
      count++;
      test(`${name} runs`, () => run(code));
    }
  }
  test('the exports is found', () => assert.ok(count >= 18, `${count} examples`));
});
