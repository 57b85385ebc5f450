/**
 * Makes the page work without a network: the page, the module, the tables of encodings and the samples are stored when it
 * is installed, what only some visits need (PDFs) when it is first used.
 */

/** As far as the standard's types are needed here. */
interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { scope: string };
}
interface LifecycleEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends LifecycleEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

const scope = self as unknown as WorkerScope;

// Both are filled in when the page has been built.
const kCacheName = 'lectern-__VERSION__';
const kFiles = '__FILES__'.split('|');

async function install(): Promise<void> {
  const cache = await caches.open(kCacheName);
  await cache.addAll(['./', ...kFiles]);
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('lectern-') && name !== kCacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/** The page does not wait until an answer is stored. */
async function respond(event: RequestEvent): Promise<Response> {
  const { request } = event;
  const cache = await caches.open(kCacheName);
  const stored = await cache.match(request, { ignoreSearch: request.mode === 'navigate' });
  if (stored) return stored;
  const response = await fetch(request);
  // Where there is no room for it, it is asked for again.
  if (response.status === 200)
    event.waitUntil(cache.put(request, response.clone()).catch(() => {}));
  return response;
}

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && url.startsWith(scope.registration.scope)) {
    event.respondWith(respond(event));
  }
});
