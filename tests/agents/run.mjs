// Runs what agents' frameworks do with the package: each example of examples/agents with the framework's real package, and the
// MCP servers under the official tools. The package is packed, and installed from the tarball.
//
//   node tests/agents/run.mjs [NAME...]

import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { report, runMain } from '../../scripts/lib/steps.mjs';
import { runFleet } from './fleet.mjs';
import { kFrameworkCases } from './frameworks.mjs';
import { kHostCases } from './hosts.mjs';
import { kMcpCases } from './mcp.mjs';
import { kFolder, makeProject } from './project.mjs';

/** Runs a command without blocking: it may ask a server of this process. Its output is the error when it fails. */
const runIn = (project) => (command, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: project, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => (texts[name] += text));
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) resolve(texts.stdout);
      else reject(new Error(`${command} ${args.join(' ')} ended with ${status}\n${texts.stdout}${texts.stderr}`));
    });
  });

/** Each throws when something is not as it should be; what it returns is printed. */
const kCases = { ...kMcpCases, ...kFrameworkCases, ...kHostCases, bullmq: runFleet };

runMain(async () => {
  const chosen = process.argv.slice(2);
  const names = Object.keys(kCases).filter((name) => chosen.length === 0 || chosen.includes(name));
  const { project, files, run } = await makeProject();
  const bin = (name) => join(kFolder, 'node_modules', '.bin', name);
  const context = { files, project, run, runBeside: runIn(project), bin };
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
