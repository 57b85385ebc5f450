// A server on the loopback that keeps the requests of a vendor's SDK and answers with what the SDK expects.

import { createServer } from 'node:http';

/**
 * @param {(path: string) => unknown} answer the JSON of the answer
 * @returns {Promise<{url: string, requests: {path: string, body: unknown}[], close: () => void}>}
 */
export async function fakeServer(answer) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    requests.push({ path: request.url, body: text === '' ? undefined : JSON.parse(text) });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer(request.url)));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
