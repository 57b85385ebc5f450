// s3rver in a process of its own: its continuation tokens are made with a cipher that OpenSSL 3 calls old.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import S3rver from 's3rver';

const [, script, directory, bucket] = process.argv;

/**
 * Starts a server with one bucket.
 * @returns {Promise<{port: number, close: () => void}>}
 */
export async function startS3(folder, name) {
  const child = fork(fileURLToPath(import.meta.url), [folder, name], {
    execArgv: ['--openssl-legacy-provider'],
  });
  const port = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () => reject(new Error('the server did not start')));
  });
  return { port, close: () => child.disconnect() };
}

if (script === fileURLToPath(import.meta.url)) {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await server.run();
  process.send(port);
  process.once('disconnect', () => process.exit());
}
