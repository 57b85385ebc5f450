// The modules are the same wherever they are built.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

import { compileModule, outputOf } from '../../scripts/build.mjs';
import { kRoot } from '../../scripts/lib/project.mjs';

const kPreset = 'wasm-simd';
/** What the module is built from. */
const kSources = ['CMakeLists.txt', 'CMakePresets.json', 'cmake', 'scripts', 'src', 'wasm'];

const readModule = (name) => readFileSync(join(kRoot, 'dist', name));
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** SHA-256 of the core.wasm that a copy of the sources in a new folder gives, without a compiler cache. */
async function buildElsewhere(label) {
  const folder = mkdtempSync(join(tmpdir(), label));
  try {
    for (const name of kSources) cpSync(join(kRoot, name), join(folder, name), { recursive: true });
    await compileModule(kPreset, folder, { CCACHE_DISABLE: '1' });
    return sha256(readFileSync(outputOf(kPreset, 'core.wasm', folder)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Two clean builds take minutes. */
const kSlowTests = {
  'core.wasm is the same, byte for byte, when it is built twice in places of its own': async () => {
    const shipped = sha256(readModule('core.wasm'));
    assert.equal(await buildElsewhere('a-'), shipped);
    assert.equal(await buildElsewhere('lectern-in-a-much-longer-path-'), shipped);
  },
};

export const kReproducibleTests = {
  'the modules hold no path of the machine that built them': () => {
    for (const name of [
      'core.wasm',
      'core-baseline.wasm',
      'codecs.wasm',
      'codecs-baseline.wasm',
      'data.wasm',
      'data-baseline.wasm',
      'documents.wasm',
      'pdf.wasm',
      'drawing.wasm',
      'html.wasm',
      'office.wasm',
      'pictures.wasm',
      'sheets.wasm',
    ]) {
      const module = readModule(name);
      for (const path of [kRoot, homedir(), tmpdir(), '/usr/share/']) {
        assert.ok(!module.includes(`${path}/`.replace('//', '/')), `${name} holds ${path}`);
      }
    }
  },
  ...(process.env.LECTERN_BIG_TESTS ? kSlowTests : {}),
};
