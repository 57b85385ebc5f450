// A static server for the built page, with the page's policy as a header.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

import { kPolicy } from './policy.mjs';

const compress = promisify(brotliCompress);

const kTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};
/** What gets smaller by compression. */
const kCompressed = new Set(['.html', '.js', '.css', '.svg', '.wasm', '.log', '.ipynb']);
/** High enough to be close to what a static host serves, low enough to start at once. */
const kQuality = 5;

/**
 * Serves a folder on the loopback interface.
 * @param {string} folder the built page
 * @param {number} [port] 0 takes a free one
 * @param {(path: string) => void} [onServed] called for each file that was served, with its path in the folder
 * @returns {Promise<{url: string, close: () => Promise<void>}>}
 */
export async function serve(folder, port = 0, onServed = () => undefined) {
  /** Compressed files by path. */
  const packed = new Map();

  async function bodyOf(path, isPacked) {
    if (!isPacked) return readFile(join(folder, path));
    if (!packed.has(path)) {
      const content = await readFile(join(folder, path));
      packed.set(
        path,
        await compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: kQuality } }),
      );
    }
    return packed.get(path);
  }

  const server = createServer(async (request, response) => {
    try {
      const asked = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
      const path = normalize(asked.endsWith('/') ? `${asked}index.html` : asked);
      const extension = extname(path);
      const isPacked =
        kCompressed.has(extension) && /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
      const body = await bodyOf(path, isPacked);
      response.writeHead(200, {
        'Content-Type': kTypes[extension] ?? 'application/octet-stream',
        'Content-Security-Policy': kPolicy,
        'X-Content-Type-Options': 'nosniff',
        // The name of an asset holds its hash; everything else is asked for again.
        'Cache-Control': path.startsWith('/assets/')
          ? 'public, max-age=31536000, immutable'
          : 'no-cache',
        ...(isPacked ? { 'Content-Encoding': 'br' } : {}),
        Vary: 'Accept-Encoding',
      });
      response.end(body);
      onServed(path.slice(1));
    } catch {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not found');
    }
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
