// Bundles one entry with the defaults of a bundler, as far as it has any.
//
//   node bundle.mjs rollup|webpack ENTRY OUTPUT_DIRECTORY

import { basename, dirname, resolve } from 'node:path';

const [bundler, entry, output] = process.argv.slice(2);

async function withRollup() {
  const { rollup } = await import('rollup');
  const { nodeResolve } = await import('@rollup/plugin-node-resolve');
  const plugins = [nodeResolve({ browser: true })];
  const bundle = await rollup({ input: entry, plugins });
  await bundle.write({ dir: output, format: 'es', entryFileNames: 'main.mjs' });
  await bundle.close();
}

async function withWebpack() {
  const { default: webpack } = await import('webpack');
  const stats = await new Promise((resolve_, reject) => {
    const options = {
      mode: 'production',
      context: dirname(resolve(entry)),
      entry: `./${basename(entry)}`,
      target: ['web', 'es2022'],
      experiments: { outputModule: true },
      output: {
        path: resolve(output),
        filename: 'main.mjs',
        module: true,
        library: { type: 'module' },
      },
      performance: { hints: false },
    };
    webpack(options, (error, result) => (error ? reject(error) : resolve_(result)));
  });
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
}

await { rollup: withRollup, webpack: withWebpack }[bundler]();
