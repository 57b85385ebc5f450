// Work in an edge runtime, whose only interface is the fetch event.
import worker from './worker_host.mjs';

addEventListener('fetch', (event) => event.respondWith(worker.fetch(event.request)));
