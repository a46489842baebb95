import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { NotificationListener } from '../database/notifications.ts';
import { servePages } from './serve-pages.ts';

const [ONE, OTHER] = [
  '00000000-0000-4000-8000-00000000000a',
  '00000000-0000-4000-8000-00000000000b',
] as const;

let rendered: string[];
let changes: number;
let listening: boolean;
let listeners: Map<string, NotificationListener>;
let catchUp: () => Promise<void>;
let server: ReturnType<typeof createServer>;

beforeEach(() => {
  rendered = [];
  changes = 0;
  listening = true;
  listeners = new Map();
  catchUp = () => Promise.resolve();
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Serves pages that each show the part whose id is their path's end, or none. */
async function serve({ maxBytes = 1_000_000 } = {}) {
  const { listener } = servePages({
    async fetch(request) {
      const { pathname } = new URL(request.url);
      rendered.push(pathname);
      return new Response(`page ${pathname}`, { headers: { 'Content-Type': 'text/html' } });
    },
    siteUrl: 'http://shop.test',
    trustRequestId: true,
    maxBytes,
    notifications: {
      listen: (channel, added) => listeners.set(channel, added),
      get listening() {
        return listening;
      },
    },
    wantsNewest: () => Promise.resolve(false),
    caughtUp: () => catchUp(),
    onCatalogChange: () => (changes += 1),
    log: pino({ level: 'silent' }),
  });
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return async (path: string, method = 'GET') =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method })).text();
}

test('stores pages until the database reports a change of the catalog', async () => {
  const get = await serve();
  const pages = [`/part/pads-${ONE}`, `/part/hose-${OTHER}`, '/about'];
  /** Returns the pages that are rendered again. */
  const renderedAfter = async (notify: (listener: NotificationListener | undefined) => void) => {
    notify(listeners.get('catalog_changed'));
    rendered = [];
    for (const path of pages) expect(await get(path)).toBe(`page ${path}`);
    return rendered;
  };
  expect(await renderedAfter(() => undefined)).toEqual(pages);
  expect(await renderedAfter(() => undefined)).toEqual([]);
  const [one, both] = [pages.slice(0, 1), pages.slice(0, 2)];
  const cases: [string, string[], number][] = [
    [ONE, one, 1],
    [`${OTHER} ${ONE}`, both, 1],
    ['', pages, 1],
  ];
  for (const [payload, expected, changed] of cases) {
    changes = 0;
    expect(await renderedAfter((listener) => listener?.onNotification(payload))).toEqual(expected);
    expect(changes).toBe(changed);
  }
  changes = 0;
  expect(await renderedAfter((listener) => listener?.onConnection())).toEqual(pages);
  expect(changes).toBe(1);
});

test('stores no page while notifications can be missed', async () => {
  listening = false;
  const get = await serve();
  await get('/about');
  await get('/about');
  expect(rendered).toHaveLength(2);
});

test('without space for pages, renders each, and tells of changes', async () => {
  const get = await serve({ maxBytes: 0 });
  expect([await get('/about'), await get('/about')]).toEqual(['page /about', 'page /about']);
  listeners.get('catalog_changed')?.onNotification(ONE);
  expect([rendered.length, changes]).toEqual([2, 1]);
  listeners.get('catalog_changed')?.onNotification('');
  expect(changes).toBe(2);
});

test('a write is answered after its notifications have arrived, a read at once', async () => {
  const arrived = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  catchUp = () => {
    asked.resolve();
    return arrived.promise;
  };
  const get = await serve();
  expect(await get('/cart')).toBe('page /cart');
  expect(await get('/cart', 'OPTIONS')).toBe('page /cart');
  let isAnswered = false;
  const written = get('/contact', 'POST').then((text) => {
    isAnswered = true;
    return text;
  });
  await asked.promise;
  expect(isAnswered).toBe(false);
  arrived.resolve();
  expect(await written).toBe('page /contact');
});
