import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';

import { kPolicy } from './policy.mjs';

/** Puts the policy into the built page. The development server needs inline scripts and styles. */
const policy = {
  name: 'policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: kPolicy },
      injectTo: 'head-prepend',
    },
  ],
};

/** Files that are stored when they are first asked for, not with the page: only some visits need them. */
const kOnDemand =
  /^assets\/(codecs|codecs-baseline|data|data-baseline|documents|drawing|pdf|pictures|core-baseline|mail_view|plain_view|sheet_worker|word_view)-[\w-]+\.(js|wasm)$/;

/** Tells the service worker which files there are; any change of one makes it a new service worker. */
const offlineFiles = {
  name: 'offline-files',
  apply: 'build',
  writeBundle({ dir }) {
    const files = readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'sw.js')
      .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
      .sort();
    const hash = createHash('sha256');
    for (const file of files) hash.update(file).update(readFileSync(join(dir, file)));
    const stored = files.filter((file) => !kOnDemand.test(file));
    const script = join(dir, 'sw.js');
    const code = readFileSync(script, 'utf8')
      .replace('__VERSION__', hash.digest('hex').slice(0, 16))
      .replace('__FILES__', stored.join('|'));
    writeFileSync(script, code);
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [policy, offlineFiles],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: {
      input: { index: 'index.html', sw: 'src/service_worker.ts' },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
