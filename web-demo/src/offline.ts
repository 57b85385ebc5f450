/** Registers the service worker and says when the page works without a network. */
import { byId } from './dom.js';

export async function startOffline(): Promise<void> {
  const status = byId('offline');
  // The development server has no service worker.
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) {
    status.hidden = true;
    return;
  }
  try {
    await navigator.serviceWorker.register(new URL('sw.js', document.baseURI));
    await navigator.serviceWorker.ready;
    status.textContent = 'Works offline';
    status.dataset.state = 'ready';
  } catch {
    status.textContent = 'Needs the network';
  }
}
