// A Cloudflare worker's parts as wrangler deploys them: one script, and the modules beside it.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

const require = createRequire(import.meta.url);

const kModules = ['core.wasm', 'pdf.wasm'];

/** @returns {Promise<{script: string, modules: object[]}>} for Miniflare */
export async function bundleWorker(entry, project) {
  const { build } = require('esbuild');
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
    plugins: [
      {
        name: 'wasm',
        setup: (esbuild) => {
          const external = ({ path }) => ({ path: `./${basename(path)}`, external: true });
          esbuild.onResolve({ filter: /\.wasm$/ }, external);
        },
      },
    ],
  });
  const dist = join(project, 'node_modules', 'lectern', 'dist');
  const modules = kModules.map((path) => ({ type: 'CompiledWasm', path, contents: readFileSync(join(dist, path)) }));
  return { script: outputFiles[0].text, modules };
}
