// The MCP servers under the official inspector's command line and the conformance suite. Both want a newer Node than this
// package does: Bun runs them.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const kRevisions = ['2025-11-25', '2026-07-28'];

/** Scenarios that need no tool or prompt of the suite's own server. */
const kScenarios = [
  'server-initialize',
  'ping',
  'server-stateless',
  'tools-list',
  'resources-list',
  'sep-2164-resource-not-found',
  'dns-rebinding-protection',
  'caching',
  'http-header-validation',
];

/** Checks that ask for a tool or a list that only the suite's own server has. */
const kElsewhere = new Set([
  'sep-2575-server-rejects-undeclared-capability',
  'sep-2575-missing-capability-http-400',
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-server-no-log-without-loglevel',
  'sep-2549-prompts-list-caching-hints',
]);

/** A server over HTTP in a process of its own. @returns {Promise<{ url: string, end: () => void }>} */
async function serveHttp(files, project, entry) {
  const program = join(project, 'serve.mjs');
  writeFileSync(
    program,
    `import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';
import { createMcpHandler } from '${entry}';
const handler = createMcpHandler({ tool: createReadTool({ fs: nodeFs(), root: process.argv[2], provider: 'mcp' }) });
const server = createServer(async (request, response) => {
  const body = request.method === 'POST' ? { body: Readable.toWeb(request), duplex: 'half' } : {};
  const headers = new Headers(Object.entries(request.headers));
  const url = new URL(request.url, \`http://\${request.headers.host}\`);
  const answer = await handler(new Request(url, { method: request.method, headers, ...body }));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body) Readable.fromWeb(answer.body).on('error', () => undefined).pipe(response);
  else response.end();
});
server.listen(0, '127.0.0.1', () => console.log(\`http://127.0.0.1:\${server.address().port}/mcp\`));
`,
  );
  const child = spawn(process.execPath, [program, files], { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(String(line).trim()));
    child.once('exit', (status) => reject(new Error(`the server ended with ${status}`)));
  });
  return { url, end: () => child.kill() };
}

async function runInspector({ files, project, runBeside, bin }) {
  const inspector = join(project, 'node_modules', '@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build');
  const home = join(project, 'home');
  mkdirSync(home, { recursive: true });
  const inspect = async (target, ...words) => {
    const args = [join(inspector, 'index.js'), '--cli', ...target, ...words];
    return JSON.parse(await runBeside(bin('bun'), args, { env: { ...process.env, HOME: home } }));
  };
  const program = join(project, 'node_modules', 'lectern', 'dist', 'cli', 'main.js');
  const stdio = [process.execPath, program, 'mcp', '--root', files];
  const servers = await Promise.all(
    ['lectern/mcp', 'lectern/mcp/server'].map((entry) => serveHttp(files, project, entry)),
  );
  try {
    for (const target of [stdio, ...servers.map(({ url }) => [url])]) {
      // --strict fails on a schema that some clients would refuse.
      const { tools } = await inspect(target, '--method', 'tools/list', '--strict');
      assert.deepEqual(
        tools.map(({ name }) => name),
        ['Read'],
      );
      const call = ['--method', 'tools/call', '--tool-name', 'Read', '--tool-arg'];
      const { content } = await inspect(target, ...call, 'file_path=notes.txt');
      assert.deepEqual(content, [{ type: 'text', text: '     1\tone\n     2\ttwo' }]);
      const picture = await inspect(target, ...call, 'file_path=chart.png');
      assert.equal(picture.content[1].mimeType, 'image/png');
      const { resources } = await inspect(target, '--method', 'resources/list');
      assert.ok(resources.some(({ name }) => name === 'notes.txt'));
      const uri = pathToFileURL(join(files, 'notes.txt')).href;
      const { contents } = await inspect(target, '--method', 'resources/read', '--uri', uri);
      assert.equal(contents[0].text, 'one\ntwo\n');
    }
  } finally {
    for (const { end } of servers) end();
  }
  return 'over standard input and HTTP, with both SDKs';
}

async function runConformance({ files, project, runBeside, bin }) {
  const suite = join(project, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
  const { url, end } = await serveHttp(files, project, 'lectern/mcp/server');
  let passed = 0;
  try {
    for (const scenario of kScenarios) {
      for (const revision of kRevisions) {
        const args = [suite, 'server', '--url', url, '--scenario', scenario, '--spec-version', revision];
        const output = await runBeside(bin('bun'), args, { env: { ...process.env, NO_COLOR: '1' } }).catch(String);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal
        const plain = output.replaceAll(/\u001b\[\d*m/g, '');
        const checks = [...plain.matchAll(/^\S+ \[(\S+) *\] (\w+)/gm)];
        if (checks.length === 0) assert.match(plain, /SKIPPED: .* is not applicable/);
        for (const [line, check, status] of checks) {
          if (kElsewhere.has(check)) continue;
          assert.match(status, /^(SUCCESS|INFO|SKIPPED)$/, `${scenario} ${revision}: ${line}\n${plain}`);
          if (status === 'SUCCESS') passed++;
        }
      }
    }
  } finally {
    end();
  }
  assert.ok(passed >= 50, `only ${passed} checks passed`);
  return `${passed} checks of revisions ${kRevisions.join(' and ')}`;
}

export const kMcpCases = { 'mcp-inspector': runInspector, 'mcp-conformance': runConformance };
