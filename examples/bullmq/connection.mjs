// Where the queue is: a Redis or Valkey server (Debian: apt-get install redis-server, from trixie on also valkey-server). Beside
// bullmq its client is needed: npm install lectern bullmq ioredis
export const kQueue = 'lectern-read';
export const connection = {
  host: process.env.REDIS_HOST ?? '127.0.0.1',
  port: Number(process.env.REDIS_PORT ?? 6379),
  maxRetriesPerRequest: null,
};
