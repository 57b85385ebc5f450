// What each import of the package adds to a page: the JavaScript that is loaded at once, minified by esbuild, without what is loaded
// with the first file that needs it, and without WebAssembly. The package must be built.

import { join, relative } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { build } from 'esbuild';

import { kRoot } from '../../scripts/lib/project.mjs';

export const kEntries = [
  'lectern',
  'lectern/fs/node',
  'lectern/fs/memory',
  'lectern/fs/opfs',
  'lectern/fs/blob',
  'lectern/fs/r2',
  'lectern/fs/s3',
  'lectern/fs/http',
  'lectern/wires',
  'lectern/files',
  'lectern/session',
  'lectern/outline',
  'lectern/decode',
  'lectern/decode/heic',
  'lectern/mcp/server',
];

/** The files that a bundle's file loads at once, itself among them; what is imported when it is needed is not. */
function loadedWith(path, outputs, seen = new Set()) {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const { path: imported, kind, external } of outputs[path].imports) {
    if (kind === 'import-statement' && !external) loadedWith(imported, outputs, seen);
  }
  return seen;
}

/**
 * Bytes that a program which uses everything of an entry loads at once.
 * @returns {Promise<[number, number]>} minified, and with brotli
 */
export async function sizesOf(entry) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export * from '${entry}';`, resolveDir: kRoot },
    absWorkingDir: kRoot,
    bundle: true,
    splitting: true,
    metafile: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: entry === 'lectern/fs/node' ? 'node' : 'browser',
    outdir: join('build', 'imports'),
    logLevel: 'error',
    external: ['@modelcontextprotocol/*', '@aws-sdk/*', 'node:*', '*.wasm'],
  });
  const first = Object.keys(metafile.outputs).find((path) => path.endsWith('stdin.js'));
  const loaded = loadedWith(first, metafile.outputs);
  const scripts = outputFiles.filter(({ path }) => loaded.has(relative(kRoot, path))).map(({ contents }) => contents);
  const sum = (sizes) => sizes.reduce((total, size) => total + size, 0);
  return [sum(scripts.map(({ length }) => length)), sum(scripts.map((script) => brotliCompressSync(script).length))];
}
