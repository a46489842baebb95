// Earlier versions of the shop installed a service worker from this address. Browsers keep a worker whose address is not found, so it removes itself.
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(registration.unregister()));
