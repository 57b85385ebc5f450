// Pictures of 12 megapixels, verified and fitted by lectern, sharp, jSquash, photon and resvg, in one run.
//
//   node bench/image/run.mjs [--runs N] [--json FILE] [--native PROGRAM]
//
// PROGRAM is lectern_image_bench, by default that of the preset `bench` when it is built. The package must be built.
// A figure is processor time in milliseconds, all threads, the least of N runs (default 5): other work on the machine
// adds little to it. The ratio beside it is to sharp's; above 1 it is slower. "decode" gives pixels, as a program without
// lectern would prove a picture; lectern's is its verification. WebAssembly's includes the copy of the file into its
// memory and, for verification, the file as base64, since that is what a read gives. "fit" scales to 1568 pixels and
// encodes what lectern encodes.

import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { StepError, runMain } from '../../scripts/lib/steps.mjs';
import { jsquashEngine, photonEngine, resvgEngine, sharpEngine } from './engines.mjs';
import { loadPictures } from './pictures.mjs';

const kFolder = dirname(fileURLToPath(import.meta.url));
const kPictures = join(kRoot, 'build', 'bench-pictures');
const kMaxFileBytes = 64 * 2 ** 20;
/** Fitted pictures; the others are only verified. */
const kFitted = ['photo.jpg', 'photo.png', 'screenshot.png', 'photo.avif', 'drawing.svg'];
/** Of modules, which decode all that they verify. */
const kOfModules = ['photo.avif', 'drawing.svg'];
/** What an engine does not read, by the end of the name. */
const kUnread = { jsquash: ['.gif', '.svg'], photon: ['.avif', '.svg'] };
const require = createRequire(join(kFolder, 'package.json'));

function option(name, otherwise) {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : process.argv[at + 1];
}

async function leastMs(runs, call) {
  let least = Infinity;
  for (let run = 0; run < runs; run++) {
    const start = process.cpuUsage();
    await call();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** lectern as WebAssembly, in the shape of the other engines. */
async function lecternEngine() {
  const { createReader } = await import(join(kRoot, 'dist', 'hosts', 'node.js'));
  const reader = await createReader({ hash: 'none', limits: { maxImageBytes: kMaxFileBytes } });
  await reader.loadModule('codecs');
  const read = async (name, bytes, provider) => {
    const request = [bytes, { file_path: name }, { provider, image: { svg: 'image' } }];
    const result = kOfModules.includes(name) ? await reader.read(...request) : reader.readSync(...request);
    if (!result.success) throw new Error(result.error);
    return result.images[0];
  };
  return {
    decode: (name, bytes) => read(name, bytes, 'none'),
    fit: (name, bytes) => read(name, bytes, 'anthropic'),
  };
}

function nativeTimes(program, names, runs) {
  const files = names.map((name) => join(kPictures, name));
  const lines = execFileSync(program, [String(runs), ...files], { encoding: 'utf8' }).trim().split('\n');
  return new Map(names.map((name, index) => [name, JSON.parse(lines[index])]));
}

function print(rows, engines) {
  console.log(''.padEnd(24) + engines.map((engine) => engine.padStart(20)).join(''));
  for (const { task, picture, ms } of rows) {
    const cells = engines.map((engine) => {
      if (ms[engine] === undefined) return '–';
      return `${ms[engine].toFixed(0)} (${(ms[engine] / ms.sharp).toFixed(2)})`;
    });
    console.log(`${task} ${picture}`.padEnd(24) + cells.map((cell) => cell.padStart(20)).join(''));
  }
}

runMain(async () => {
  const runs = Number(option('--runs', '5'));
  const program = option('--native', join(kRoot, 'build', 'bench', 'bench', 'image', 'lectern_image_bench'));
  if (!existsSync(program)) throw new StepError('not built: cmake --preset bench && cmake --build build/bench');
  await ensurePackages(kFolder, 'sharp, jSquash and photon', join(kLogs, 'bench-image.log'));
  const sharp = require('sharp');
  const pictures = await loadPictures(kPictures, sharp);
  const engines = {
    'lectern wasm': await lecternEngine(),
    sharp: sharpEngine(sharp),
    jsquash: await jsquashEngine(require),
    photon: await photonEngine(require),
    resvg: await resvgEngine(require),
  };
  const native = nativeTimes(program, Object.keys(pictures), runs);
  const rows = [];
  for (const [picture, bytes] of Object.entries(pictures)) {
    for (const task of ['verify', 'fit']) {
      if (!(task === 'fit' ? kFitted.includes(picture) : !kOfModules.includes(picture))) continue;
      const ms = { 'lectern native': native.get(picture)[task] };
      for (const [name, engine] of Object.entries(engines)) {
        const call = () => engine[task === 'fit' ? 'fit' : 'decode'](picture, bytes, native.get(picture));
        if (kUnread[name]?.some((end) => picture.endsWith(end))) continue;
        if (name === 'resvg' && !picture.endsWith('.svg')) continue;
        ms[name] = await leastMs(runs, call);
      }
      rows.push({ task, picture, ms });
    }
  }
  print(rows, ['lectern native', ...Object.keys(engines)]);
  const file = option('--json');
  if (file) writeFileSync(file, `${JSON.stringify({ runs, unit: 'ms of processor time', rows }, null, 2)}\n`);
});
