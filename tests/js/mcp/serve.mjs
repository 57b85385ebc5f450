// A server of Node's around a fetch handler.

import { createServer } from 'node:http';
import { Readable } from 'node:stream';

/** Serves a handler on the loopback. */
export async function serve(handler) {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, `http://${request.headers.host}`);
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    const controller = new AbortController();
    response.on('close', () => controller.abort());
    const answer = await handler(
      new Request(url, {
        method: request.method,
        headers: new Headers(Object.entries(request.headers)),
        signal: controller.signal,
        ...(hasBody ? { body: Readable.toWeb(request), duplex: 'half' } : {}),
      }),
    ).catch((error) => new Response(String(error), { status: 500 }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.flushHeaders();
    if (answer.body)
      Readable.fromWeb(answer.body)
        .on('error', () => {})
        .pipe(response);
    else response.end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { server, close, url: new URL(`http://127.0.0.1:${server.address().port}/mcp`) };
}
