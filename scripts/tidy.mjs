// Runs clang-tidy (.clang-tidy) over the sources, each on its own: also -Wshadow, which the usual builds cannot have because
// they compile a folder's files together.
//
//   npm run tidy [-- FILE …]        default: all of src/

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';

import { buildEnvironment, kLogs, kRoot } from './lib/project.mjs';
import { StepError, elapsed, report, run, runMain, step } from './lib/steps.mjs';
import { ensurePackages } from './setup.mjs';

const kBuild = join(kRoot, 'build', 'tidy');
/** The commands are g++'s, some of whose options clang does not know. */
const kArgs = ['-p', kBuild, '--quiet', '--extra-arg=-Wno-unknown-warning-option'];

/** @returns {Promise<string>} what clang-tidy has to say about a file; empty when nothing */
function tidy(file) {
  return new Promise((done, fail) => {
    let output = '';
    const child = spawn('clang-tidy-14', [...kArgs, file], { stdio: ['ignore', 'pipe', 'ignore'] });
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
  const commands = JSON.parse(readFileSync(join(kBuild, 'compile_commands.json'), 'utf8'));
  const all = commands.map(({ file }) => file).filter((file) => file.startsWith(join(kRoot, 'src', '/')));
  const chosen = process.argv.slice(2).map((file) => resolve(file));
  const strangers = chosen.filter((file) => !all.includes(file));
  if (strangers.length > 0) throw new StepError(`not compiled: ${strangers.join(', ')}`);
  const files = chosen.length > 0 ? chosen : [...new Set(all)];
  const start = performance.now();
  const rest = [...files];
  let failed = 0;
  const work = async () => {
    for (let file = rest.shift(); file !== undefined; file = rest.shift()) {
      const output = await tidy(file);
      if (output === '') continue;
      failed++;
      report(`FAIL ${relative(kRoot, file)}\n${output}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  console.log(`${files.length - failed} files clean, ${failed} with findings, in ${elapsed(start)}`);
  if (failed > 0) process.exitCode = 1;
});
