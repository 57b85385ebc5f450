// Programs for tests that this Debian release does not have: packages of another release, unpacked into the cache and not
// installed. debian_tools.json pins them for amd64; the libraries that they run with are the newest of the release, as apt
// verifies them.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { withLock } from '../lib/lock.mjs';
import { StepError, cacheDirectory, run, step } from '../lib/steps.mjs';
import { PrivateApt, hasDebianSources } from './apt.mjs';

const kTools = JSON.parse(readFileSync(new URL('debian_tools.json', import.meta.url), 'utf8'));
const kNoteFile = 'NOTE';

/** Downloads one package; where its pinned version is gone, the newest. @returns {Promise<string>} what to tell of it */
async function downloadPinned(apt, name, { version, sha256 }, folder) {
  try {
    await apt.downloadBinary(name, version, folder);
  } catch {
    // A release that moves keeps one version of each package.
    await apt.downloadNewest([name], folder);
    return `${name} is newer than the pinned ${version}`;
  }
  const file = readdirSync(folder).find((entry) => entry.startsWith(`${name}_`));
  const actual = createHash('sha256').update(readFileSync(join(folder, file))).digest('hex');
  if (actual !== sha256) throw new StepError(`${file} has SHA-256 ${actual}, expected ${sha256}`);
  return '';
}

/** Downloads and unpacks what a tool consists of. @returns {Promise<string>} the note on it */
async function unpackTool({ release, pinned, libraries = [] }, work, log) {
  const packages = join(work, 'packages');
  mkdirSync(packages);
  const apt = new PrivateApt(join(cacheDirectory(), `apt-${release}`), log, release);
  const notes = [];
  for (const [name, pin] of Object.entries(pinned)) notes.push(await downloadPinned(apt, name, pin, packages));
  if (libraries.length > 0) await apt.downloadNewest(libraries, packages);
  for (const file of readdirSync(packages)) {
    await run('dpkg-deb', ['-x', join(packages, file), join(work, 'tree')], { log });
  }
  rmSync(packages, { recursive: true });
  return notes.filter((note) => note !== '').join(', ');
}

/**
 * Makes sure that a tool is unpacked.
 * @param {keyof typeof kTools} name
 * @returns {Promise<{tree: string, note: string} | undefined>} the folder that stands for `/` in its packages, and what to
 *   tell of its versions; undefined where Debian's packages for amd64 cannot be had
 */
export async function ensureDebianTool(name) {
  if (process.arch !== 'x64' || !hasDebianSources()) return undefined;
  const pin = createHash('sha256').update(JSON.stringify(kTools[name])).digest('hex').slice(0, 12);
  const tools = join(cacheDirectory(), 'tools');
  const target = join(tools, `${name}-${pin}`);
  // The index of a release is shared with the sources.
  await withLock(join(cacheDirectory(), 'locks', 'sources'), async () => {
    if (existsSync(target)) return;
    mkdirSync(tools, { recursive: true });
    const work = mkdtempSync(`${target}.`);
    try {
      const log = join(cacheDirectory(), 'logs', `tools-${name}.log`);
      const note = await step(`fetching ${name}`, () => unpackTool(kTools[name], work, log));
      writeFileSync(join(work, kNoteFile), note);
      renameSync(work, target);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  });
  return { tree: join(target, 'tree'), note: readFileSync(join(target, kNoteFile), 'utf8') };
}
