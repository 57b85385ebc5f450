// Builds and runs tests/third_party for one variant or all, to show that every library links and works.
//
//   node scripts/third_party/smoke.mjs [--variant native|wasm|wasm-simd|wasi|wasi-baseline|all]

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

/** How a variant's program is started. */
function commandFor(variant, program) {
  if (variant === 'native') return [program];
  if (variant.startsWith('wasi')) return [process.execPath, '--no-warnings', kRunWasi, `${program}.wasm`];
  return [process.execPath, `${program}.js`];
}

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
    for (const [program, ...args] of [['smoke'], ['jpeg_errors', 'errors', '10000'], ['jpeg_errors', 'time', '20']]) {
      const [command, ...rest] = commandFor(variant, join(work, program));
      report(`  ${capture(command, [...rest, ...args]).trim().replaceAll('\n', ', ')}`);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

runMain(async () => {
  const { values } = parseArgs({ options: { variant: { type: 'string', default: 'all' } } });
  const all = kVariants.filter((variant) => variant !== 'catch2');
  for (const variant of values.variant === 'all' ? all : [values.variant]) await smoke(variant);
});
