// A server for the queue of a fleet, which keeps nothing on disk.

import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

import { findProgram } from '../../scripts/lib/steps.mjs';

/** A port that nobody listens on. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Debian's redis-tools holds the server under another name; the package redis-server would start one for the whole machine. */
function findServer() {
  const server = findProgram('valkey-server') ?? findProgram('redis-server');
  return server ?? findProgram('redis-check-rdb');
}

/**
 * @param {string} directory where the server runs
 * @returns {Promise<{port: string, pid: number, end: () => void} | undefined>} undefined where no server is installed
 */
export async function startQueueServer(directory) {
  const program = findServer();
  if (!program) return undefined;
  const port = String(await freePort());
  const words = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', directory];
  const server = spawn(program, words, { stdio: 'ignore', argv0: 'redis-server' });
  return { port, pid: server.pid, end: () => server.kill() };
}
