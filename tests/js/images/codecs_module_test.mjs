// WebP, TIFF, BMP and icons, whose decoders are the module `codecs`, which the core calls.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';

import { createReader, initWith } from '../../../dist/hosts/node.js';
import { loadCodecs } from '../../../dist/hosts/codecs_node.js';
import { bitmap, kRoot } from '../support/samples.mjs';

const sharp = createRequire(import.meta.url)('sharp');
const kReads = process.env.LECTERN_BIG_TESTS ? 10_000 : 500;

const picture = () =>
  sharp({
    create: {
      width: 120,
      height: 80,
      channels: 4,
      background: { r: 200, g: 30, b: 90, alpha: 0.5 },
    },
  });

/** An icon with `png` as its only picture. */
function icon(png) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.set([120, 80], 6);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, png]);
}

function notebook(data) {
  const cell = {
    cell_type: 'code',
    id: 'a',
    execution_count: 1,
    metadata: {},
    source: 'draw()',
    outputs: [{ output_type: 'display_data', metadata: {}, data }],
  };
  return Buffer.from(
    JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell] }),
  );
}

/** Loads the module, and says how often it did and what it made. */
function watched(change = (instance) => instance) {
  const seen = { loads: 0, instances: [] };
  seen.load = async () => {
    seen.loads += 1;
    const { module, createInstance } = await loadCodecs();
    return {
      module,
      createInstance: (hooks) => {
        const instance = change(createInstance(hooks), seen.instances.length);
        seen.instances.push(instance);
        return instance;
      },
    };
  };
  return seen;
}

const withoutModules = () =>
  initWith(new WebAssembly.Module(readFileSync(join(kRoot, 'dist', 'core.wasm'))));

describe('the module codecs', () => {
  const files = {};
  const others = {};
  before(async () => {
    files['a.webp'] = await picture().webp({ lossless: true }).toBuffer();
    files['a.tiff'] = await picture().tiff({ compression: 'lzw' }).toBuffer();
    files['photo.tiff'] = await picture().removeAlpha().tiff({ compression: 'jpeg' }).toBuffer();
    files['a.bmp'] = bitmap();
    files['a.ico'] = icon(await picture().png().toBuffer());
    others['a.png'] = await picture().png().toBuffer();
    others['a.jpg'] = await picture().jpeg().toBuffer();
    others['a.gif'] = await picture().gif().toBuffer();
    others['a.txt'] = Buffer.from('text');
    others['a.ipynb'] = notebook({ 'image/png': others['a.png'].toString('base64') });
  });

  it('is loaded for its formats only, once', async () => {
    const seen = watched();
    const reader = await createReader({}, { codecs: seen.load });
    for (const [name, file] of Object.entries(others)) {
      assert.equal((await reader.read(file, { file_path: name })).error, undefined, name);
    }
    assert.equal(seen.loads, 0);
    for (const [name, file] of Object.entries(files)) {
      const result = await reader.read(file, { file_path: name });
      assert.equal(result.error, undefined, name);
      assert.equal(result.images.length, 1, name);
    }
    assert.equal(seen.loads, 1);
    assert.equal(seen.instances.length, 1);
    reader.dispose();
  });

  it('gives the pixels that libvips gives', async () => {
    const reader = await createReader({ provider: 'mcp' });
    for (const name of ['a.webp', 'a.tiff']) {
      const { images } = await reader.read(files[name], { file_path: name });
      const ours = await sharp(Buffer.from(images[0].data, 'base64'))
        .ensureAlpha()
        .raw()
        .toBuffer();
      assert.deepEqual(ours, await sharp(files[name]).ensureAlpha().raw().toBuffer(), name);
    }
    const { images } = await reader.read(files['a.bmp'], { file_path: 'a.bmp' });
    const pixels = await sharp(Buffer.from(images[0].data, 'base64'))
      .removeAlpha()
      .raw()
      .toBuffer();
    assert.deepEqual([...pixels], [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]);
    reader.dispose();
  });

  it('is not there by itself where a program passes modules, and the error says how it does', async () => {
    const reader = await withoutModules();
    for (const [name, file] of Object.entries(files)) {
      const result = await reader.read(file, { file_path: name });
      assert.equal(result.errorCode, 'UNSUPPORTED_FORMAT', name);
      assert.match(
        result.error,
        /^Failed to process image file: (WebP|TIFF|BMP|ICO) cannot be decoded here: the codecs module is not loaded; a program passes it as `codecs: loadCodecs`, from lectern\/codecs$/,
      );
    }
    const webp = notebook({ 'image/webp': files['a.webp'].toString('base64') });
    const { success, content } = await reader.read(webp, { file_path: 'a.ipynb' });
    assert.ok(success);
    assert.match(
      content,
      /Image could not be used: WebP cannot be decoded here: the codecs module/,
    );
    reader.dispose();
  });

  it('serves readSync once it is loaded, in notebooks as well', async () => {
    const webp = notebook({ 'image/webp': files['a.webp'].toString('base64') });
    const reader = await createReader({});
    assert.equal(
      reader.readSync(files['a.webp'], { file_path: 'a.webp' }).errorCode,
      'UNSUPPORTED_FORMAT',
    );
    await reader.loadModule('codecs');
    for (const [name, file] of Object.entries({ ...files, 'a.ipynb': webp })) {
      const result = reader.readSync(file, { file_path: name });
      assert.equal(result.error, undefined, name);
      assert.equal(result.images.length, 1, name);
      assert.deepEqual(await reader.read(file, { file_path: name }), result, name);
    }
    const fresh = await createReader({});
    const { images } = await fresh.read(webp, { file_path: 'a.ipynb' });
    assert.equal(images.length, 1);
    reader.dispose();
    fresh.dispose();
  });

  it('that traps is replaced with the core, and the next read is sound', async () => {
    const seen = watched((instance, number) => {
      if (number > 0) return instance;
      return Object.assign(instance, {
        _lectern_do: () => {
          throw new WebAssembly.RuntimeError('unreachable');
        },
      });
    });
    const reader = await createReader({}, { codecs: seen.load });
    const trapped = await reader.read(files['a.webp'], { file_path: 'a.webp' });
    assert.equal(trapped.errorCode, 'INTERNAL');
    assert.equal(trapped.error, 'the reader stopped and was restarted: unreachable');
    const sound = await reader.read(files['a.webp'], { file_path: 'a.webp' });
    assert.equal(sound.error, undefined);
    assert.equal(seen.instances.length, 2);
    assert.deepEqual(reader.readSync(files['a.webp'], { file_path: 'a.webp' }), sound);
    reader.dispose();
  });

  it('holds no more after many reads than after a few', async () => {
    const seen = watched();
    const reader = await createReader({ image: { tile: true } }, { codecs: seen.load });
    const large = await picture().resize(900, 700).webp({ quality: 60 }).toBuffer();
    let early = 0;
    for (let i = 0; i < kReads; i++) {
      const result = await reader.read(large, { file_path: 'a.webp' });
      assert.equal(result.error, undefined);
      if (i === 20) early = seen.instances[0].HEAPU8.byteLength;
    }
    assert.equal(seen.instances.length, 1);
    assert.equal(seen.instances[0].HEAPU8.byteLength, early);
    reader.dispose();
  });
});
