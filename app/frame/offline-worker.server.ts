import { hash } from 'node:crypto';
import type { Shop } from '#domain/shop.ts';

/** What the worker itself may load: the pages that it passes on. */
export const OFFLINE_WORKER_POLICY =
  "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.25rem}h1{font-size:1.75rem;line-height:1.2}a{color:inherit}a.button{display:inline-block;padding:.75rem 1.25rem;border:2px solid;border-radius:.375rem;font-weight:600;text-decoration:none}a:focus-visible{outline:3px solid;outline-offset:3px}`;

/**
 * The script of a service worker that shows a page of the shop while the browser is offline. It keeps only that page, as a
 * text of its own: no cache.
 */
export function offlineWorker(shop: Pick<Shop, 'name' | 'phone'>): string {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
  return `const page = ${JSON.stringify(offlinePage(shop))};
const init = ${JSON.stringify({ status: 503, headers })};
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()));
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(load(event));
});
async function load({ request, preloadResponse }) {
  try {
    return (await preloadResponse?.catch(() => undefined)) ?? (await fetch(request));
  } catch {
    return new Response(page, init);
  }
}
`;
}

/** Replaces an installed worker by none: for OFFLINE_PAGE=off. */
export const REMOVED_WORKER = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(registration.unregister()));
`;

/** The empty address leads to the page itself. */
function offlinePage({ name, phone }: Pick<Shop, 'name' | 'phone'>): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>You are offline | ${escapeHtml(name)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>You are offline</h1>
<p>This page could not be loaded. Your cart is kept in this browser.</p>
<p>Check your connection and try again, or call us at ${escapeHtml(phone)}.</p>
<p><a class="button" href="">Try Again</a></p>
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
