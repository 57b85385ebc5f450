/** Registers the service worker and says when the page works without a network. */
import { client } from './client.js';
import { byId } from './dom.js';

/** Waits until requests of this page go through the service worker. Those of a worker do when it is started after that. */
async function controlled(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return;
  await new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', resolve, { once: true });
  });
  client.renew();
}

export async function startOffline(): Promise<void> {
  const status = byId('offline');
  // The development server has no service worker.
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) {
    status.hidden = true;
    return;
  }
  try {
    const isControlled = controlled();
    await navigator.serviceWorker.register(new URL('sw.js', document.baseURI));
    await isControlled;
    status.textContent = 'Works offline';
    status.dataset.state = 'ready';
  } catch {
    status.textContent = 'Needs the network';
  }
}
