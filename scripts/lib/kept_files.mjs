// Files that take long to make, kept outside of the clone under a hash of what they are made of.

import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';

import { cacheDirectory } from './steps.mjs';

/** Removes the sets that were not asked for the longest. */
function removeOldest(folder, most) {
  const age = (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sets = readdirSync(folder).sort((a, b) => age(b) - age(a));
  for (const name of sets.slice(most)) rmSync(join(folder, name), { recursive: true, force: true });
}

/**
 * Makes files, or copies what was made of the same input before.
 * @param {object} what
 * @param {string} what.kind the folder in the cache directory
 * @param {string} what.key names the set: a hash of all that decides what the files hold
 * @param {string[]} what.files their paths; no two have one name
 * @param {number} what.most sets that are kept of this kind
 * @param {() => void} make writes the files
 */
export function makeOrCopy({ kind, key, files, most }, make) {
  const folder = join(cacheDirectory(), kind);
  const kept = join(folder, key);
  if (existsSync(kept)) {
    for (const file of files) copyFileSync(join(kept, basename(file)), file);
    utimesSync(kept, new Date(), new Date());
    return;
  }
  make();
  // Renamed when it is whole: builds may run side by side.
  const unfinished = `${kept}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    for (const file of files) copyFileSync(file, join(unfinished, basename(file)));
    if (!existsSync(kept)) renameSync(unfinished, kept);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  removeOldest(folder, most);
}
