// The first pages of the corpus' PDFs, drawn by lectern and by pdftoppm, must look alike.
//
//   node tests/pdf/run.mjs [--list] [--keep FOLDER] [PATH...]     PATH: part of a file's path in the corpus
//
// The package must be built. --list prints every likeness, --keep keeps the pictures to look at.
//
// Pages that pdftoppm draws otherwise are named in unlike.json: why, as was seen side by side; how alike they must be at
// least (the least that was measured on Debian 12, less five hundredths: it takes other fonts when a machine has more), null
// where pdftoppm draws nothing; and how much ink our picture has, for a page that nothing is like could go blank unseen.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { findProgram, runMain } from '../../scripts/lib/steps.mjs';
import { decodeGray, ink, likeness } from './likeness.mjs';

const kFolder = join(kRoot, 'tests', 'pdf');
const kCorpus = process.env.LECTERN_CORPUS ?? join(kRoot, '..', 'shared', 'corpus');
/** Programs differ in how they smooth edges and in the fonts that they put in for those that are missing. */
const kLeast = 0.9;

/** How far the ink of a page may be from what it was. */
const kInkTolerance = 0.05;
const kNothingToCompare = 'pdftoppm draws nothing';

function loadFiles(parts) {
  const manifest = JSON.parse(readFileSync(join(kCorpus, 'manifest.json'), 'utf8'));
  return manifest
    .filter(({ kind, path, facts }) => {
      if (kind !== 'pdf' || !path.endsWith('.pdf')) return false;
      return ['valid', 'repairable'].includes(facts.verdict) && facts.pages > 0;
    })
    .filter(({ path }) => parts.length === 0 || parts.some((part) => path.includes(part)))
    .map(({ path, facts }) => ({
      path,
      password: facts.user_password_checked_with_qpdf ?? '',
    }));
}

/** Whether a PNG file is as wide as it should be high, and as high as it should be wide. */
function isTurned(png, { width, height }) {
  return width !== height && png.readUInt32BE(16) === height && png.readUInt32BE(20) === width;
}

/** Draws the first page with pdftoppm in a size in pixels; undefined when it cannot. */
function runPoppler(file, password, { width, height }, target) {
  const size = ['-scale-to-x', String(width), '-scale-to-y', String(height)];
  const words = ['-png', '-singlefile', '-cropbox', '-f', '1', '-l', '1', ...size, '-upw', password];
  spawnSync('pdftoppm', [...words, file, target], { timeout: 60_000 });
  // It leaves an empty file where it fails.
  const picture = existsSync(`${target}.png`) ? readFileSync(`${target}.png`) : '';
  return picture.length > 0 ? picture : undefined;
}

/** The first page as large as lectern drew it. pdftoppm takes the size for that of the page before it is rotated. */
function drawWithPoppler(file, password, { width, height }, target) {
  const picture = runPoppler(file, password, { width, height }, target);
  if (!picture || !isTurned(picture, { width, height })) return picture;
  return runPoppler(file, password, { width: height, height: width }, target);
}

async function compare(reader, { path, password }, folder) {
  const file = join(kCorpus, path);
  const name = join(folder, path.replaceAll('/', '__'));
  const options = { pdf: { pageImages: 'always' }, limits: { maxPages: 1 }, hash: 'none', password };
  const result = await reader.read(readFileSync(file), { file_path: file }, options);
  const [image] = result.images ?? [];
  if (!image) return { problem: `lectern draws nothing: ${result.content}` };
  const ours = Buffer.from(image.data, 'base64');
  writeFileSync(`${name}.lectern.${image.mimeType.slice(6)}`, ours);
  const gray = decodeGray(ours);
  const theirs = drawWithPoppler(file, password, image, `${name}.poppler`);
  return theirs
    ? { ink: ink(gray), score: likeness(gray, decodeGray(theirs)) }
    : { ink: ink(gray), problem: kNothingToCompare };
}

function line({ score, ink, problem }, path) {
  return [score?.toFixed(3) ?? '  -  ', ink?.toFixed(5) ?? '   -   ', path, problem ?? ''].join(' ');
}

/** What is wrong with a page; undefined when nothing is. */
function findFault({ score, ink, problem }, exception) {
  if (exception && Math.abs(ink - exception.ink) > kInkTolerance * exception.ink) {
    return `its picture has ${ink.toFixed(5)} of ink, not ${exception.ink}`;
  }
  if (problem !== undefined) return problem === kNothingToCompare && exception?.least === null ? undefined : problem;
  // Which fonts pdftoppm finds differs between machines: a page that is named may also be alike.
  const least = exception?.least ?? kLeast;
  if (score >= least) return undefined;
  return `its likeness to pdftoppm's picture is ${score.toFixed(3)}, less than ${least}`;
}

runMain(async () => {
  const { values, positionals } = parseArgs({
    options: { list: { type: 'boolean' }, keep: { type: 'string' } },
    allowPositionals: true,
  });
  if (!existsSync(join(kCorpus, 'manifest.json')) || !findProgram('pdftoppm')) {
    console.log('SKIPPED the look of PDF pages: needs pdftoppm, and LECTERN_CORPUS with a manifest.json');
    return;
  }
  await ensurePackages(kFolder, 'decoders for the pictures of the tests', join(kLogs, 'npm.log'));
  const { createReader } = await import('../../dist/hosts/node.js');
  const reader = await createReader();
  const exceptions = JSON.parse(readFileSync(join(kFolder, 'unlike.json'), 'utf8'));
  const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'lectern-pdf-'));
  mkdirSync(folder, { recursive: true });
  const scores = [];
  let failed = 0;
  for (const file of loadFiles(positionals)) {
    const outcome = await compare(reader, file, folder);
    if (outcome.score !== undefined) scores.push(outcome.score);
    if (values.list) console.log(line(outcome, file.path));
    const fault = findFault(outcome, exceptions[file.path]);
    if (fault === undefined) continue;
    failed++;
    console.log(`FAIL ${file.path}: ${fault}`);
  }
  if (!values.keep) rmSync(folder, { recursive: true });
  scores.sort((a, b) => a - b);
  const median = scores[scores.length >> 1]?.toFixed(3);
  console.log(`${failed === 0 ? 'ok  ' : 'FAIL'} ${scores.length} first pages, median likeness ${median}; ${Object.keys(exceptions).length} may differ (unlike.json)`);
  if (failed > 0) process.exitCode = 1;
});
