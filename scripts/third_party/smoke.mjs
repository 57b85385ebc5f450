// Builds and runs tests/third_party for one variant or all, to show that every library links and works.
//
//   node scripts/third_party/smoke.mjs [--variant native|wasm|wasm-simd|wasi|all]

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { capture, report, run, runMain, step } from '../lib/steps.mjs';
import { ensureVariant } from './build.mjs';
import { kVariants, toolchainFor } from './toolchains.mjs';

const kSource = fileURLToPath(new URL('../../tests/third_party', import.meta.url));
const kRunWasi = fileURLToPath(new URL('../lib/run_wasi.mjs', import.meta.url));

async function smoke(variant) {
  const prefix = await ensureVariant(variant);
  const toolchain = toolchainFor(variant);
  const work = mkdtempSync(join(tmpdir(), 'lectern-smoke-'));
  const options = { log: join(work, 'build.log'), env: toolchain.env };
  try {
    await step(`${variant}: building the smoke test`, async () => {
      const args = ['-S', kSource, '-B', work, '-G', 'Ninja', `-DLECTERN_DEPS_PREFIX=${prefix}`];
      await run('cmake', [...args, '-DCMAKE_BUILD_TYPE=Release', ...toolchain.cmakeArgs], options);
      await run('cmake', ['--build', work], options);
    });
    const commands = {
      native: [join(work, 'smoke')],
      wasi: [process.execPath, '--no-warnings', kRunWasi, join(work, 'smoke.wasm')],
    };
    const [command, ...args] = commands[variant] ?? [process.execPath, join(work, 'smoke.js')];
    report(`  ${capture(command, args).trim().replaceAll('\n', ', ')}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

runMain(async () => {
  const { values } = parseArgs({ options: { variant: { type: 'string', default: 'all' } } });
  const all = kVariants.filter((variant) => variant !== 'catch2');
  for (const variant of values.variant === 'all' ? all : [values.variant]) await smoke(variant);
});
