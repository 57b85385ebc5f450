// What the benchmark compares with: each engine decodes a picture to pixels, and fits one to a size.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const kMimeTypes = { jpg: 'jpeg', png: 'png', webp: 'webp', gif: 'gif', avif: 'avif', svg: 'svg' };

function format(name) {
  return kMimeTypes[name.split('.').at(-1)];
}

/** Threads: 1, as lectern. */
export function sharpEngine(sharp) {
  sharp.concurrency(1);
  sharp.cache(false);
  return {
    decode: (name, bytes) => sharp(bytes).raw().toBuffer(),
    fit(name, bytes, { width, height, mediaType }) {
      const resized = sharp(bytes).resize(width, height, { fit: 'fill' });
      // What lectern writes: JPEG at quality 90 with all of the colours, PNG at libpng's usual level.
      return mediaType === 'image/jpeg'
        ? resized.jpeg({ quality: 90, chromaSubsampling: '4:4:4', optimizeCoding: true }).toBuffer()
        : resized.png().toBuffer();
    },
  };
}

export async function jsquashEngine(require) {
  // The codecs are made for browsers.
  globalThis.ImageData ??= class {
    constructor(data, width, height) {
      Object.assign(this, { data, width, height });
    }
  };
  const compile = (path) => WebAssembly.compile(readFileSync(require.resolve(path)));
  const load = (path) => import(require.resolve(path));
  const decoders = {
    jpeg: await load('@jsquash/jpeg/decode.js'),
    png: await load('@jsquash/png/decode.js'),
    webp: await load('@jsquash/webp/decode.js'),
    avif: await load('@jsquash/avif/decode.js'),
  };
  const encoders = { jpeg: await load('@jsquash/jpeg/encode.js'), png: await load('@jsquash/png/encode.js') };
  const png = await compile('@jsquash/png/codec/pkg/squoosh_png_bg.wasm');
  await decoders.jpeg.init(await compile('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'));
  await decoders.avif.init(await compile('@jsquash/avif/codec/dec/avif_dec.wasm'));
  await decoders.webp.init(await compile('@jsquash/webp/codec/dec/webp_dec.wasm'));
  await encoders.jpeg.init(await compile('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'));
  await decoders.png.init(png);
  await encoders.png.init(png);
  const { default: resize, initResize } = await load('@jsquash/resize/index.js');
  const resizeFile = join(dirname(require.resolve('@jsquash/resize/index.js')), 'lib/resize/pkg/squoosh_resize_bg.wasm');
  await initResize(await WebAssembly.compile(readFileSync(resizeFile)));
  const decode = (name, bytes) => decoders[format(name)]?.default(bytes);
  return {
    decode,
    async fit(name, bytes, { width, height, mediaType }) {
      const pixels = await decode(name, bytes);
      const resized = await resize(pixels, { width, height, method: 'lanczos3', linearRGB: false });
      return mediaType === 'image/jpeg'
        ? encoders.jpeg.default(resized, { quality: 90, auto_subsample: false, chroma_subsample: 1 })
        : encoders.png.default(resized);
    },
  };
}

/** It draws SVGs, and does nothing else. */
export async function resvgEngine(require) {
  const { Resvg, initWasm } = require('@resvg/resvg-wasm');
  await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));
  return {
    fit(name, bytes, { width }) {
      const drawing = new Resvg(bytes, { fitTo: { mode: 'width', value: width }, background: 'white' });
      const picture = drawing.render();
      const png = picture.asPng();
      picture.free();
      drawing.free();
      return png;
    },
  };
}

export async function photonEngine(require) {
  const photon = require('@silvia-odwyer/photon-node');
  const decode = (bytes) => photon.PhotonImage.new_from_byteslice(bytes);
  return {
    decode: (name, bytes) => decode(bytes).free(),
    fit(name, bytes, { width, height, mediaType }) {
      const picture = decode(bytes);
      const resized = photon.resize(picture, width, height, photon.SamplingFilter.Lanczos3);
      const encoded = mediaType === 'image/jpeg' ? resized.get_bytes_jpeg(90) : resized.get_bytes();
      picture.free();
      resized.free();
      return encoded;
    },
  };
}
