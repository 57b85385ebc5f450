// Runs clang-tidy (.clang-tidy) over the sources, each on its own: also -Wshadow, which the usual builds cannot have because
// they compile a folder's files together. What only the WASI programs have is checked as they compile it, once they are built.
//
//   npm run tidy [-- FILE …]        default: all of src/

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';

import { buildEnvironment, kLogs, kRoot } from './lib/project.mjs';
import { StepError, elapsed, report, run, runMain, step } from './lib/steps.mjs';
import { ensurePackages } from './setup.mjs';

const kBuild = join(kRoot, 'build', 'tidy');
const kWasiBuild = join(kRoot, 'build', 'wasi');
/** The commands may be g++'s, some of whose options clang does not know. */
const kArgs = ['--quiet', '--extra-arg=-Wno-unknown-warning-option'];

/** The files of src/ that a build compiles. */
function compiledBy(build) {
  const commands = JSON.parse(readFileSync(join(build, 'compile_commands.json'), 'utf8'));
  return commands.map(({ file }) => file).filter((file) => file.startsWith(join(kRoot, 'src', '/')) && file.endsWith('.cpp'));
}

/** @returns {Promise<string>} what clang-tidy has to say about a file; empty when nothing */
function tidy(file, build) {
  return new Promise((done, fail) => {
    let output = '';
    const child = spawn('clang-tidy-14', ['-p', build, ...kArgs, file], { stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.on('data', (data) => {
      output += data;
    });
    child.on('error', (error) => fail(new StepError(`clang-tidy-14: ${error.message}`)));
    child.on('close', (status) => done(status === 0 ? '' : output || `clang-tidy ended with ${status}`));
  });
}

runMain(async () => {
  await ensurePackages(['native', 'sources', 'tidy']);
  const log = join(kLogs, 'tidy.log');
  await step('configuring', () => run('cmake', ['--preset', 'tidy'], { cwd: kRoot, env: buildEnvironment(), log }));
  /** The build of each file. */
  const builds = new Map();
  if (existsSync(kWasiBuild)) for (const file of compiledBy(kWasiBuild)) builds.set(file, kWasiBuild);
  else report('the WASI programs are not built (npm test -- hosts): their own files are left out');
  for (const file of compiledBy(kBuild)) builds.set(file, kBuild);
  const chosen = process.argv.slice(2).map((file) => resolve(file));
  const strangers = chosen.filter((file) => !builds.has(file));
  if (strangers.length > 0) throw new StepError(`not compiled: ${strangers.join(', ')}`);
  const files = chosen.length > 0 ? chosen : [...builds.keys()];
  const start = performance.now();
  const rest = [...files];
  let failed = 0;
  const work = async () => {
    for (let file = rest.shift(); file !== undefined; file = rest.shift()) {
      const output = await tidy(file, builds.get(file));
      if (output === '') continue;
      failed++;
      report(`FAIL ${relative(kRoot, file)}\n${output}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  console.log(`${files.length - failed} files clean, ${failed} with findings, in ${elapsed(start)}`);
  if (failed > 0) process.exitCode = 1;
});
