// The readers of archives that the benchmark of this folder compares. Each task gives what proves that it was done: a count of
// members, or of the bytes or lines of a member.

import { createReadStream, openAsBlob, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';

import { kRoot } from '../../scripts/lib/project.mjs';

const require = createRequire(join(import.meta.dirname, 'package.json'));
const load = (path) => import(join(kRoot, 'dist', path));

async function lecternTool(fs, options = {}) {
  const { createReadTool } = await load('hosts/node.js');
  const tool = createReadTool({ fs, hash: 'none', ...options });
  return async (input) => {
    const result = await tool.execute(input);
    if (!result.success) throw new Error(result.content);
    return result;
  };
}

async function lecternOnDisk() {
  const { nodeFs } = await load('fs/node.js');
  return lecternTool(nodeFs(), { limits: { maxInflatedBytes: 2 ** 31 } });
}

/** The listing as a model gets it: sorted, and the first 2,000 lines of it. */
async function lecternList() {
  const read = await lecternOnDisk();
  return async (path) => (await read({ file_path: path })).metadata.memberCount;
}

/** The first line of a member, and how many lines it has. A tool remembers what it has counted, so each read has its own. */
async function lecternMember() {
  return async (path, name) => {
    const read = await lecternOnDisk();
    return (await read({ file_path: `${path}/${name}`, limit: 1 })).totalLines;
  };
}

/** Runs `take` for each entry of an archive until it says that it has what it wants. */
function eachEntry(zip, take) {
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => resolve(undefined));
    zip.on('entry', (entry) => {
      const wanted = take(entry);
      if (wanted === undefined) return zip.readEntry();
      wanted.then(resolve, reject);
    });
    zip.readEntry();
  });
}

function yauzlOpen(path) {
  const yauzl = require('yauzl');
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true }, (error, zip) => (error ? reject(error) : resolve(zip)));
  });
}

function sizeOfStream(stream) {
  return new Promise((resolve, reject) => {
    let size = 0;
    stream.on('data', (piece) => (size += piece.length));
    stream.on('end', () => resolve(size));
    stream.on('error', reject);
  });
}

async function yauzlList() {
  return async (path) => {
    let count = 0;
    await eachEntry(await yauzlOpen(path), () => void count++);
    return count;
  };
}

async function yauzlMember() {
  return async (path, name) => {
    const zip = await yauzlOpen(path);
    const streamOf = (entry) =>
      new Promise((resolve, reject) => zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))));
    const size = await eachEntry(zip, (entry) => (entry.fileName === name ? streamOf(entry).then(sizeOfStream) : undefined));
    zip.close();
    return size;
  };
}

async function zipJs() {
  const zip = await import(require.resolve('@zip.js/zip.js'));
  zip.configure({ useWebWorkers: false });
  return zip;
}

async function zipJsList() {
  const { BlobReader, ZipReader } = await zipJs();
  return async (path) => (await new ZipReader(new BlobReader(await openAsBlob(path))).getEntries()).length;
}

async function zipJsMember() {
  const { BlobReader, Uint8ArrayWriter, ZipReader } = await zipJs();
  return async (path, name) => {
    const entries = await new ZipReader(new BlobReader(await openAsBlob(path))).getEntries();
    const entry = entries.find(({ filename }) => filename === name);
    return (await entry.getData(new Uint8ArrayWriter())).length;
  };
}

async function zipJsOverHttp() {
  const { HttpReader, Uint8ArrayWriter, ZipReader } = await zipJs();
  return async (url, name) => {
    const entries = await new ZipReader(new HttpReader(url, { useRangeHeader: true })).getEntries();
    const entry = entries.find(({ filename }) => filename === name);
    return (await entry.getData(new Uint8ArrayWriter())).length;
  };
}

async function fflateList() {
  const { unzipSync } = require('fflate');
  return async (path) => {
    let count = 0;
    unzipSync(readFileSync(path), { filter: () => (count++, false) });
    return count;
  };
}

async function fflateMember() {
  const { unzipSync } = require('fflate');
  return async (path, wanted) => unzipSync(readFileSync(path), { filter: ({ name }) => name === wanted })[wanted].length;
}

/** Reads to the end, or to the end of the member `wanted`. */
async function tarStream() {
  const { extract } = require('tar-stream');
  return async (path, wanted) => {
    const entries = extract();
    const file = createReadStream(path);
    (path.endsWith('gz') ? file.pipe(createGunzip()) : file).pipe(entries);
    let count = 0;
    for await (const entry of entries) {
      count++;
      if (entry.header.name === wanted) return await sizeOfStream(entry);
      entry.resume();
    }
    return count;
  };
}

async function lecternOverHttp() {
  const { httpFs } = await load('fs/http.js');
  return async (url, name) => {
    const { pathname } = new URL(url);
    const read = await lecternTool(httpFs(new URL('.', url)));
    return (await read({ file_path: `${pathname.slice(1)}/${name}`, offset: -10 })).totalLines;
  };
}

/** Each engine's tasks: a promise of a function that does the task and gives what proves it. */
export const kEngines = {
  lectern: { zipList: lecternList, zipMember: lecternMember, tarList: lecternList, tarMember: lecternMember, http: lecternOverHttp },
  fflate: { zipList: fflateList, zipMember: fflateMember },
  yauzl: { zipList: yauzlList, zipMember: yauzlMember },
  '@zip.js/zip.js': { zipList: zipJsList, zipMember: zipJsMember, http: zipJsOverHttp },
  'tar-stream': { tarList: tarStream, tarMember: tarStream },
};
