// npm run demo:web [-- PORT]: sets up this machine, builds the package and the web demo, and serves it until Ctrl+C.

import { join } from 'node:path';

import { serve } from '../web-demo/serve.mjs';
import { kLogs, kRoot } from './lib/project.mjs';
import { report, run, runMain, step } from './lib/steps.mjs';
import { buildWebDemo, kWebDemo } from './lib/web_demo.mjs';
import { ensurePackages } from './setup.mjs';

const kPort = 4173;

runMain(async () => {
  report('Setting up and building lectern: about 13 minutes the first time, seconds afterwards.');
  await ensurePackages(['native', 'sources', 'wasm']);
  await step('building the package', () =>
    run(process.execPath, [join(kRoot, 'scripts', 'build.mjs')], { cwd: kRoot, log: join(kLogs, 'build.log') }),
  );
  await buildWebDemo();
  const { url } = await serve(kWebDemo, Number(process.argv[2] ?? kPort));
  console.log(`\nThe web demo is at ${url}  (Ctrl+C ends it)`);
});
