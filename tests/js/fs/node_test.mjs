// The file system of this machine: what is read, and what a read cannot reach.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { createReadTool } from '../../../dist/hosts/node.js';
import { nodeFs } from '../../../dist/fs/node.js';

import { kRedPixel, kRoot as kLectern, temporaryDirectory } from '../support/samples.mjs';

const kDist = join(kLectern, 'dist');
const kTop = temporaryDirectory();
const kRoot = join(kTop, 'root');
const kNotRoot = process.getuid?.() === 0 ? 'root may read everything' : false;
mkdirSync(join(kRoot, 'folder'), { recursive: true });
mkdirSync(join(kTop, 'root-evil'));
mkdirSync(join(kTop, 'outside'));
writeFileSync(join(kRoot, 'notes.txt'), 'inside\n');
writeFileSync(join(kRoot, 'folder', 'deep.txt'), 'deep\n');
writeFileSync(join(kRoot, 'pixel.png'), kRedPixel);
writeFileSync(join(kTop, 'root-evil', 'secret.txt'), 'secret\n');
writeFileSync(join(kTop, 'outside', 'secret.txt'), 'secret\n');

function link(target, name) {
  symlinkSync(target, join(kRoot, name));
}
link('notes.txt', 'link_inside');
link(join(kRoot, 'folder'), 'link_folder');
link('link_inside', 'link_twice');
link('folder/../notes.txt', 'link_up_and_down');
link(join(kTop, 'outside', 'secret.txt'), 'link_file_outside');
link(join(kTop, 'outside'), 'link_folder_outside');
link('../outside/secret.txt', 'link_relative_outside');
link('../root/notes.txt', 'link_out_and_back');
link(join(kTop, 'outside', 'nothing'), 'link_dangling_outside');
link('nothing', 'link_dangling');
link('loop_b', 'loop_a');
link('loop_a', 'loop_b');
link('link_itself', 'link_itself');
link('/proc/self/environ', 'link_proc');

const tool = createReadTool({ fs: nodeFs(), root: kRoot });

async function codeOf(file_path, chosen = tool) {
  const result = await chosen.execute({ file_path });
  assert.equal(JSON.stringify(result).includes('secret\\n'), false, `${file_path} leaks`);
  return result.success ? 'read' : result.errorCode;
}

describe('inside the root', () => {
  test('files are read by relative and absolute paths, with their time', async () => {
    const result = await tool.execute({ file_path: 'notes.txt' });
    assert.match(result.content, /inside/);
    assert.match(result.metadata.modified, /^\d{4}-\d\d-\d\dT.*Z$/);
    assert.equal(await codeOf(join(kRoot, 'folder', 'deep.txt')), 'read');
    assert.equal((await tool.execute({ file_path: 'pixel.png' })).images.length, 1);
  });

  test('links are followed as long as they stay there', async () => {
    for (const name of ['link_inside', 'link_folder/deep.txt', 'link_twice', 'link_up_and_down']) {
      assert.equal(await codeOf(name), 'read', name);
    }
  });

  test('links are refused by policy', async () => {
    const strict = createReadTool({ fs: nodeFs(), root: kRoot, symlinks: 'refuse' });
    assert.equal(await codeOf('notes.txt', strict), 'read');
    for (const name of [
      'link_inside',
      'link_folder/deep.txt',
      'link_file_outside',
      'link_dangling_outside',
    ]) {
      assert.equal(await codeOf(name, strict), 'NOT_A_FILE', name);
    }
  });

  test('a root that does not exist is named where every file is missing', async () => {
    const lost = createReadTool({ fs: nodeFs(), root: join(kTop, 'nowhere') });
    assert.equal(
      (await lost.execute({ file_path: 'notes.txt' })).error,
      'File does not exist: notes.txt (the root of the tool does not exist)',
    );
    assert.equal(
      (await tool.execute({ file_path: 'nowhere' })).error,
      'File does not exist: nowhere',
    );
  });

  test('a file that the runtime keeps from the program says so', async () => {
    const program = `
      import { createReadTool } from '${pathToFileURL(join(kDist, 'hosts', 'node.js'))}';
      import { nodeFs } from '${pathToFileURL(join(kDist, 'fs', 'node.js'))}';
      const tool = createReadTool({ fs: nodeFs(), root: ${JSON.stringify(kRoot)} });
      console.log((await tool.execute({ file_path: 'notes.txt' })).error);`;
    const confined = process.allowedNodeEnvironmentFlags.has('--permission')
      ? '--permission'
      : '--experimental-permission';
    const words = [confined, `--allow-fs-read=${join(kDist, '*')}`, '--input-type=module'];
    assert.equal(
      execFileSync(process.execPath, [...words, '-e', program], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
      'Permission denied: notes.txt (the program runs without --allow-fs-read for it)\n',
    );
  });

  test('the root itself may be reached through a link', async () => {
    const alias = join(kTop, 'alias');
    symlinkSync(kRoot, alias);
    const aliased = createReadTool({ fs: nodeFs(), root: alias });
    assert.equal(await codeOf('notes.txt', aliased), 'read');
    assert.equal(await codeOf('link_folder/deep.txt', aliased), 'read');
    assert.equal(await codeOf('link_file_outside', aliased), 'OUTSIDE_ROOT');
  });

  test('hard links are files', async () => {
    linkSync(join(kRoot, 'notes.txt'), join(kRoot, 'hard.txt'));
    assert.equal(await codeOf('hard.txt'), 'read');
  });
});

describe('outside the root', () => {
  for (const path of [
    '../outside/secret.txt',
    '../root-evil/secret.txt',
    join(kTop, 'root-evil', 'secret.txt'),
    join(kTop, 'outside', 'secret.txt'),
    'folder/../../outside/secret.txt',
    '/etc/passwd',
    'link_file_outside',
    'link_folder_outside/secret.txt',
    'link_folder_outside/nothing.txt',
    'link_relative_outside',
    'link_out_and_back',
    'link_dangling_outside',
    'link_folder_outside/../outside/secret.txt',
    'link_proc',
  ]) {
    test(`nothing is read or told: ${path.replace(kTop, '')}`, async () => {
      const code = await codeOf(path);
      // A folder's ".." is taken back by the path's text, so that one names a file that is not there.
      assert.ok(
        code === 'OUTSIDE_ROOT' || (code === 'FILE_NOT_FOUND' && path.includes('/../outside')),
        code,
      );
    });
  }

  test('no names are suggested', async () => {
    const result = await tool.execute({ file_path: 'link_folder_outside/secre.txt' });
    assert.equal(result.content.includes('Did you mean'), false);
  });

  test('links that lead nowhere or in circles are plain failures', async () => {
    assert.equal(await codeOf('link_dangling'), 'FILE_NOT_FOUND');
    const open = createReadTool({ fs: nodeFs() });
    for (const loop of [
      await tool.execute({ file_path: 'loop_a' }),
      await tool.execute({ file_path: 'link_itself' }),
      await open.execute({ file_path: join(kRoot, 'link_itself') }),
    ]) {
      assert.equal(loop.errorCode, 'NOT_A_FILE');
      assert.match(loop.content, /^Not a regular file: .* \(too many symbolic links\)$/);
    }
  });

  test('a path that is swapped for a link while it is read never shows what lies outside', async () => {
    const file = join(kRoot, 'swapped.txt');
    const spare = join(kRoot, 'spare.txt');
    const evil = join(kRoot, 'evil.txt');
    let running = true;
    const swapping = (async () => {
      while (running) {
        writeFileSync(spare, 'inside\n');
        renameSync(spare, file);
        await new Promise(setImmediate);
        symlinkSync(join(kTop, 'outside', 'secret.txt'), evil);
        renameSync(evil, file);
        await new Promise(setImmediate);
      }
    })();
    const seen = new Set();
    for (let i = 0; i < 300; i++) seen.add(await codeOf('swapped.txt'));
    running = false;
    await swapping;
    assert.equal(
      [...seen].every((code) => ['read', 'OUTSIDE_ROOT', 'NOT_A_FILE', 'IO_ERROR'].includes(code)),
      true,
    );
    unlinkSync(file);
  });

  test('a folder that is swapped for a link after it was checked is caught on the opened file', async () => {
    const { resolveLinks } = await import('../../../dist/fs/links.js');
    const folder = join(kRoot, 'moving');
    mkdirSync(folder);
    writeFileSync(join(folder, 'secret.txt'), 'mine\n');
    let looked = 0;
    const readLink = async (path) => {
      if (path.endsWith('secret.txt') && looked++ === 0) {
        renameSync(folder, join(kRoot, 'moved'));
        symlinkSync(join(kTop, 'outside'), folder);
      }
      return undefined;
    };
    const names = { given: kRoot, real: kRoot, style: 'posix', caseSensitive: true };
    const resolved = await resolveLinks(['moving', 'secret.txt'], names, 'follow-inside', readLink);
    // The text still says "inside"; the opened object does not.
    assert.equal(resolved, join(folder, 'secret.txt'));
    assert.equal(await codeOf('moving/secret.txt'), 'OUTSIDE_ROOT');
  });
});

describe('what is no file', () => {
  test('directories are listed, and lead no further through files', async () => {
    assert.match((await tool.execute({ file_path: 'folder' })).content, /^\(directory: /);
    assert.match((await tool.execute({ file_path: '.' })).content, /^\(directory: /);
    assert.equal(await codeOf('notes.txt/x'), 'FILE_NOT_FOUND');
  });

  test('FIFOs are refused without waiting for a writer', {
    skip: process.platform === 'win32',
  }, async () => {
    execFileSync('mkfifo', [join(kRoot, 'fifo')]);
    assert.equal(await codeOf('fifo'), 'NOT_A_FILE');
  });

  test('sockets are refused', { skip: process.platform === 'win32' }, async () => {
    const path = join(kRoot, 'socket');
    const server = createServer().listen(path);
    await new Promise((resolve) => server.once('listening', resolve));
    assert.equal(await codeOf('socket'), 'NOT_A_FILE');
    server.close();
  });

  test('devices and the files of the kernel are refused, with and without a root', {
    skip: existsSync('/proc/self/environ') ? false : 'no /proc',
  }, async () => {
    const everywhere = createReadTool({ fs: nodeFs() });
    for (const path of [
      '/dev/zero',
      '/dev/stdin',
      '/proc/self/environ',
      '/proc/self/mem',
      '/proc/kmsg',
    ]) {
      assert.notEqual(await codeOf(path, everywhere), 'read', path);
    }
    assert.equal(await codeOf('/dev/zero', everywhere), 'NOT_A_FILE');
    assert.equal(await codeOf('/proc/self/environ', everywhere), 'NOT_A_FILE');
    const inProc = createReadTool({ fs: nodeFs(), root: '/proc' });
    assert.equal(await codeOf('version', inProc), 'NOT_A_FILE');
  });

  test('files without permission are refused in the words of the contract', {
    skip: kNotRoot,
  }, async () => {
    writeFileSync(join(kRoot, 'closed.png'), kRedPixel);
    chmodSync(join(kRoot, 'closed.png'), 0);
    const { error } = await tool.execute({ file_path: 'closed.png' });
    assert.equal(error, 'Permission denied accessing image file: closed.png');
  });
});

describe('one read', () => {
  test('keeps to the file it opened', async () => {
    const path = join(kRoot, 'replaced.txt');
    writeFileSync(path, 'first\n');
    const handle = await nodeFs().open(path, { root: kRoot });
    const other = join(kRoot, 'other.txt');
    writeFileSync(other, 'second, longer\n');
    renameSync(other, path);
    assert.equal(Buffer.from(await handle.read(0, 100)).toString(), 'first\n');
    await handle.close();
    rmSync(path);
  });

  test('closes its file, whatever comes of it', {
    skip: existsSync('/proc/self/fd') ? false : 'no /proc',
  }, async () => {
    const openFiles = () => readdirSync('/proc/self/fd').length;
    const readAll = async () => {
      for (const path of ['notes.txt', 'folder', 'link_folder_outside/secret.txt', '/dev/zero'])
        await codeOf(path);
    };
    await readAll();
    const before = openFiles();
    for (let i = 0; i < 50; i++) await readAll();
    assert.equal(openFiles(), before);
  });
});
