// Every picture of the corpus, or damaged copies of them, read by the native program for a provider; each picture that it
// delivers is decoded by libvips, which may not even warn.
//
//   node tests/js/images/sweep.mjs PROGRAM [--damaged COUNT] [--first N] [--keep FOLDER]
//
// PROGRAM is `lectern` of any preset; with sanitizers a finding of theirs ends it, which is a finding here. Copy N is the
// same in every run. FOLDER gets the files behind the findings. The corpus' pictures that are refused against its verdict
// are listed, and a summary by kind is printed.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { kRoot } from '../support/samples.mjs';
import { damagedCopy } from './damage.mjs';

const sharp = createRequire(import.meta.url)('sharp');
const kCorpus = process.env.LECTERN_CORPUS ?? join(kRoot, '..', 'shared', 'corpus');
const kKinds = ['png', 'jpeg', 'gif', 'webp', 'bmp', 'ico', 'tiff', 'avif', 'heic', 'svg'];
const kProviders = ['anthropic', 'openai', 'gemini', 'bedrock'];
/** Larger files are slow, and a damage in them meets less. */
const kMaxDamagedBytes = 48 * 1024;
const kBatch = 250;

function option(name, otherwise) {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : process.argv[at + 1];
}

const program = process.argv[2];
const damaged = Number(option('--damaged', '0'));
const first = Number(option('--first', '0'));
const keep = option('--keep');
const findings = [];
const tallies = new Map();

function find(path, what) {
  findings.push(path);
  console.log(`${path}: ${what}`);
  if (keep) {
    mkdirSync(keep, { recursive: true });
    cpSync(path, join(keep, basename(path)));
  }
}

function tally(kind, what) {
  const counts = tallies.get(kind) ?? {};
  tallies.set(kind, counts);
  counts[what] = (counts[what] ?? 0) + 1;
}

/** The program's results of `paths`, in their order; what follows a crash is read by another process. */
function readAll(paths, provider) {
  const results = [];
  while (results.length < paths.length) {
    const rest = paths.slice(results.length);
    const fixed = [
      '--jobs',
      '1',
      '--json',
      '--hash',
      'none',
      '--svg',
      'image',
      '--provider',
      provider,
    ];
    const { stdout, stderr } = spawnSync(program, ['read', ...fixed, '--', ...rest], {
      maxBuffer: 2 ** 31,
      env: { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' },
    });
    const lines = stdout.toString().split('\n').filter(Boolean);
    for (const line of lines) results.push(JSON.parse(line).result);
    if (lines.length === rest.length) break;
    find(rest[lines.length], `ended the program: ${stderr.toString().slice(0, 2000)}`);
    results.push({ success: false, errorCode: 'CRASH', images: [] });
  }
  return results;
}

/** @returns why libvips does not take it; '' when it does */
async function refusal({ data, width, height, mimeType }) {
  try {
    const picture = sharp(Buffer.from(data, 'base64'), {
      failOn: 'warning',
      limitInputPixels: false,
    });
    const { format } = await picture.metadata();
    const { info } = await picture.raw().toBuffer({ resolveWithObject: true });
    const found = `image/${format} of ${info.width}x${info.height}`;
    const said = `${mimeType} of ${width}x${height}`;
    return found === said ? '' : `${said} is ${found}`;
  } catch (error) {
    return error.message;
  }
}

async function sweep(files, provider) {
  const results = readAll(
    files.map(({ path }) => path),
    provider,
  );
  for (const [index, { path, kind, verdict }] of files.entries()) {
    const { success, error, errorCode, images = [] } = results[index];
    if (errorCode === 'INTERNAL') find(path, `${provider}: ${error}`);
    if (!success) {
      tally(kind, errorCode);
      if (verdict === 'valid' || verdict === 'recoverable')
        find(path, `${verdict}, refused for ${provider}: ${error}`);
      continue;
    }
    tally(kind, 'delivered');
    if (verdict === 'invalid') find(path, `invalid, delivered for ${provider}`);
    for (const image of images) {
      const why = await refusal(image);
      if (why !== '') find(path, `delivered for ${provider}, which libvips refuses: ${why}`);
    }
  }
}

const entries = JSON.parse(readFileSync(join(kCorpus, 'manifest.json'), 'utf8'))
  .filter(({ kind }) => kKinds.includes(kind))
  .map(({ path, kind, facts }) => ({ path: join(kCorpus, path), kind, verdict: facts.verdict }));

if (damaged === 0) {
  for (const provider of kProviders) {
    for (let at = 0; at < entries.length; at += kBatch)
      await sweep(entries.slice(at, at + kBatch), provider);
  }
} else {
  const sources = entries
    .map(({ path, kind }) => ({ path, kind, bytes: readFileSync(path) }))
    .filter(({ bytes }) => bytes.length > 0 && bytes.length <= kMaxDamagedBytes);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-damaged-'));
  for (let at = first; at < first + damaged; at += kBatch) {
    const files = [];
    for (let copy = at; copy < Math.min(at + kBatch, first + damaged); copy++) {
      const { path, kind, bytes } = sources[copy % sources.length];
      const file = join(folder, `${copy}-${basename(path)}`);
      writeFileSync(file, damagedCopy(bytes, copy));
      files.push({ path: file, kind });
    }
    await sweep(files, kProviders[(at / kBatch) % kProviders.length]);
    for (const { path } of files) rmSync(path);
  }
  rmSync(folder, { recursive: true });
}

console.table(Object.fromEntries(tallies));
console.log(`${findings.length} findings`);
process.exitCode = findings.length === 0 ? 0 : 1;
