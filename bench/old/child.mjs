// Reads with one package for run.mjs: each message is a row's reads, the answer the processor time that they took.

import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , dist] = process.argv;
const load = (file) => import(pathToFileURL(join(dist, file)));
const { createReader, createReadTool } = await load('hosts/node.js');
const { nodeFs } = await load('fs/node.js');

const files = new Map();
const readers = new Map();

function bytesOf(path) {
  if (!files.has(path)) files.set(path, readFileSync(path));
  return files.get(path);
}

/** @returns {Promise<string[]>} the files that could be read */
async function readAll(reader, { paths, input }) {
  const read = [];
  for (const path of paths) {
    const { success } = await reader.read(bytesOf(path), { file_path: basename(path), ...input });
    if (success) read.push(path);
  }
  return read;
}

/** Reads on where each read stops, as a model does. */
async function turnPages({ paths, input, pages }) {
  for (const path of paths) {
    const tool = createReadTool({ fs: nodeFs(), root: dirname(path) });
    let next = { file_path: path, ...input };
    for (let page = 0; page < pages; page++) {
      const result = await tool.execute(next);
      if (!result.success || !result.truncation?.next) throw new Error(`${path}: no page ${page + 2}: ${result.content.slice(0, 200)}`);
      ({ next } = result.truncation);
    }
    tool.dispose();
  }
  return paths;
}

/** A reader with the first of a row's options that this package knows. */
async function readerOf({ name, paths: [path], options }) {
  for (const one of readers.has(name) ? [] : options) {
    try {
      const reader = await createReader({ hash: 'none', ...one });
      const { errorCode } = await reader.read(bytesOf(path), { file_path: basename(path) });
      if (errorCode === 'INVALID_ARGUMENT') continue;
      readers.set(name, reader);
      break;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  if (!readers.has(name)) throw new Error(`${name}: ${dist} knows none of its options`);
  return readers.get(name);
}

process.on('message', async (row) => {
  const reader = row.pages ? undefined : await readerOf(row);
  const { times = 1 } = row;
  const start = process.cpuUsage();
  let read;
  for (let i = 0; i < times; i++) read = row.pages ? await turnPages(row) : await readAll(reader, row);
  const { user, system } = process.cpuUsage(start);
  process.send({ ms: (user + system) / 1000 / times, read });
});
process.send('ready');
