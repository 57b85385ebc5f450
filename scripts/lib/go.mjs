// Go programs on wazero, as Debian has both, in Go's way of before modules: nothing is fetched but by apt.

import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { ensureDebianTool } from '../third_party/debian_tools.mjs';
import { cacheDirectory, run, step } from './steps.mjs';

/**
 * Compiles a program; what was compiled before is taken from the cache.
 * @param {string[]} sources files of one package, from any folders
 * @param {string} program where it goes
 * @param {string} log log file
 * @returns {Promise<{note: string} | undefined>} what to tell of the versions; undefined where Debian's packages cannot
 *   be had
 */
export async function buildGo(sources, program, log) {
  const go = await ensureDebianTool('go');
  const wazero = await ensureDebianTool('wazero-go');
  if (!go || !wazero) return undefined;
  const root = join(go.tree, 'usr', 'lib', 'go-1.24');
  const compiled = join(cacheDirectory(), 'tools', 'go-build');
  mkdirSync(compiled, { recursive: true });
  const env = { ...process.env, GOROOT: root, GOCACHE: compiled, GO111MODULE: 'off', GOTOOLCHAIN: 'local' };
  Object.assign(env, { GOPATH: join(wazero.tree, 'usr', 'share', 'gocode'), CGO_ENABLED: '0', GOFLAGS: '' });
  const work = mkdtempSync(join(tmpdir(), 'lectern-go-'));
  try {
    // Go takes the files of a package from one folder.
    const files = sources.map((source) => basename(source));
    for (const [i, source] of sources.entries()) cpSync(source, join(work, files[i]));
    await step('compiling Go programs (a minute the first time: wazero)', () =>
      run(join(root, 'bin', 'go'), ['build', '-o', program, ...files], { cwd: work, env, log }),
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return { note: [go.note, wazero.note].filter((note) => note !== '').join(', ') };
}
