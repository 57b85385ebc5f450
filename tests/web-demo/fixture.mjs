// The built page on a server of its own, and a file that is too large to be loaded.

import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs, kRoot } from '../../scripts/lib/project.mjs';
import { buildWebDemo, kWebDemo } from '../../scripts/lib/web_demo.mjs';
import { serve } from '../../web-demo/serve.mjs';

const kFolder = join(kRoot, 'tests', 'web-demo');
const kHugeBytes = 5 * 2 ** 30;

/** A file of 5 GB of which only the beginning takes room on the disk. */
function makeHugeFile(folder) {
  const path = join(folder, 'huge.txt');
  // More than is read at once: what follows the text is no text.
  const lines = Array.from({ length: 300_000 }, (_, i) => `line ${i + 1} of a very long file\n`).join('');
  const file = openSync(path, 'w');
  writeSync(file, lines);
  ftruncateSync(file, kHugeBytes);
  closeSync(file);
  // What is known about a file is kept when it is not just being written.
  utimesSync(path, new Date(0), new Date(0));
  return path;
}

/** A folder with files at three depths. */
function makeProject(folder) {
  const files = { 'notes.txt': 'first\nsecond\n', 'src/main.txt': 'main\n', 'src/deep/leaf.txt': 'leaf\n' };
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, 'project', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return join(folder, 'project');
}

/** The server of the page, which can go away and come back at the same address. */
async function startServer() {
  /** Paths of the files that were served. */
  const served = new Set();
  const onServed = (path) => served.add(path);
  let running = await serve(kWebDemo, 0, onServed);
  const { url } = running;
  return {
    url,
    served,
    stop: () => running.close(),
    start: async () => {
      running = await serve(kWebDemo, Number(new URL(url).port), onServed);
    },
  };
}

/** Builds the page and serves it while `work` runs. */
export async function withDemo(work) {
  await ensurePackages(kFolder, 'what drives the browsers (half a minute)', join(kLogs, 'npm.log'));
  const link = join(kFolder, 'node_modules', 'lectern');
  if (!existsSync(link)) symlinkSync(kRoot, link, 'dir');
  await buildWebDemo();
  const temporary = mkdtempSync(join(tmpdir(), 'lectern-web-demo-'));
  const server = await startServer();
  try {
    await work({
      server,
      samples: join(kWebDemo, 'samples'),
      hugeFile: makeHugeFile(temporary),
      project: makeProject(temporary),
    });
  } finally {
    await server.stop();
    rmSync(temporary, { recursive: true, force: true });
  }
}
