// Makes the package for JSR, build/jsr: dist/ as jsr.json selects it, each script with a line that names its types.
//
//   node scripts/jsr.mjs          then, in build/jsr: deno publish [--dry-run]
//
// The package must be built. JSR has no conditions for hosts: `.` is the entry of browsers, which fetches its modules.

import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { kRoot } from './lib/project.mjs';
import { StepError, report, runMain } from './lib/steps.mjs';

/** The package, ready for `deno publish`. */
export const kJsrPackage = join(kRoot, 'build', 'jsr');

/** The declarations of a script of dist/. */
export function typesOf(entry) {
  return entry.replace(/\.(m?)js$/, '.d.$1ts');
}

/** Writes the package. */
export function makeJsrPackage() {
  if (!existsSync(join(kRoot, 'dist', 'core.wasm'))) throw new StepError('the package is not built: node scripts/build.mjs');
  rmSync(kJsrPackage, { recursive: true, force: true });
  mkdirSync(kJsrPackage, { recursive: true });
  for (const name of ['dist', 'jsr.json', 'LICENSE', 'README.md', 'CHANGELOG.md']) {
    cpSync(join(kRoot, name), join(kJsrPackage, name), { recursive: true });
  }
  // JSR takes types from what a script says, not from the file beside it.
  const scripts = readdirSync(join(kJsrPackage, 'dist'), { recursive: true }).filter((name) => /\.m?js$/.test(name));
  for (const path of scripts.map((name) => join(kJsrPackage, 'dist', name))) {
    if (!existsSync(typesOf(path))) continue;
    writeFileSync(path, `/* @ts-self-types="./${basename(typesOf(path))}" */\n${readFileSync(path, 'utf8')}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  runMain(async () => {
    makeJsrPackage();
    report(`made ${kJsrPackage}`);
  });
}
