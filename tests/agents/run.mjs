// Runs what agents' frameworks do with the package: each example of examples/agents with the framework's real package, and the
// MCP servers under the official tools. The package is packed, and installed from the tarball.
//
//   node tests/agents/run.mjs [NAME...]

import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { report, runMain } from '../../scripts/lib/steps.mjs';
import { runFleet } from './fleet.mjs';
import { kFrameworkCases } from './frameworks.mjs';
import { kHostCases } from './hosts.mjs';
import { kMcpCases } from './mcp.mjs';

const kFolder = join(kRoot, 'tests', 'agents');

const project = mkdtempSync(join(tmpdir(), 'lectern-agents-'));
process.on('exit', () => rmSync(project, { recursive: true, force: true }));

/** Runs a command in the project; its output is the error when it fails. */
function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: project, encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${error ?? ''}${stdout}${stderr}`);
  return stdout;
}

/** The same without blocking: for programs that ask a server of this process. */
function runBeside(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: project, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => (texts[name] += text));
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) resolve(texts.stdout);
      else reject(new Error(`${command} ${args.join(' ')} ended with ${status}\n${texts.stdout}${texts.stderr}`));
    });
  });
}

/** Links to every package, so that programs of the project find them beside the packed one. */
function linkPackages(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name.startsWith('.')) continue;
    if (name.startsWith('@')) linkPackages(join(from, name), join(to, name));
    else symlinkSync(join(from, name), join(to, name));
  }
}

function makeProject() {
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
  return files;
}

/** Each throws when something is not as it should be; what it returns is printed. */
const kCases = { ...kMcpCases, ...kFrameworkCases, ...kHostCases, bullmq: runFleet };

runMain(async () => {
  const chosen = process.argv.slice(2);
  const names = Object.keys(kCases).filter((name) => chosen.length === 0 || chosen.includes(name));
  if (!existsSync(join(kRoot, 'dist', 'core.wasm'))) throw new Error('the package is not built: node scripts/build.mjs');
  await ensurePackages(kFolder, "agents' frameworks (about two minutes)", join(kLogs, 'npm.log'));
  const files = makeProject();
  const context = { files, project, run, runBeside, bin: (name) => join(kFolder, 'node_modules', '.bin', name) };
  for (const name of names) {
    try {
      const note = await kCases[name](context);
      console.log(`ok   ${name}${note ? `: ${note}` : ''}`);
    } catch (error) {
      console.log(`FAIL ${name}\n${error.stack}`);
      process.exitCode = 1;
    }
  }
  report(`  ${names.length} cases`);
});
