// A project with the packed package, what the examples need beside it, and files to read.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';

/** Where the packages of the frameworks are. */
export const kFolder = join(kRoot, 'tests', 'agents');

/** Links to every package, so that programs of the project find them beside the packed one. */
function linkPackages(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name.startsWith('.')) continue;
    if (name.startsWith('@')) linkPackages(join(from, name), join(to, name));
    else symlinkSync(join(from, name), join(to, name));
  }
}

/**
 * Makes the project; it is gone when this process ends.
 * @returns {Promise<{project: string, files: string, run: (command: string, args: string[], options?: object) => string}>} its
 * folder, the folder of its files, and what runs a command in it: the output is the error when it fails
 */
export async function makeProject() {
  if (!existsSync(join(kRoot, 'dist', 'core.wasm'))) throw new Error('the package is not built: node scripts/build.mjs');
  await ensurePackages(kFolder, "agents' frameworks (about two minutes)", join(kLogs, 'npm.log'));
  const project = mkdtempSync(join(tmpdir(), 'lectern-agents-'));
  process.on('exit', () => rmSync(project, { recursive: true, force: true }));
  const run = (command, args, options = {}) => {
    const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: project, encoding: 'utf8', ...options });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${error ?? ''}${stdout}${stderr}`);
    return stdout;
  };
  const modules = join(project, 'node_modules');
  linkPackages(join(kFolder, 'node_modules'), modules);
  run('npm', ['pack', '--silent', '--pack-destination', project, kRoot]);
  const tarball = readdirSync(project).find((name) => name.endsWith('.tgz'));
  rmSync(join(modules, 'lectern'), { recursive: true, force: true });
  mkdirSync(join(modules, 'lectern'));
  run('tar', ['-xzf', tarball, '-C', join(modules, 'lectern'), '--strip-components=1']);
  cpSync(join(kRoot, 'examples'), join(project, 'examples'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const files = join(project, 'files');
  mkdirSync(files);
  writeFileSync(join(files, 'notes.txt'), 'one\ntwo\n');
  run(process.execPath, [join(kRoot, 'scripts', 'make_samples.mjs'), files]);
  return { project, files, run };
}
