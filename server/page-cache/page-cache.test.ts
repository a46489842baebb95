import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createPageCache } from './page-cache.ts';

/** Requests a public page three times. Counts renderings for the cache and for single visitors. */
async function requestThreeTimes(respond: () => Response) {
  let rendered = 0;
  let separate = 0;
  const cache = createPageCache({
    render: async () => {
      rendered += 1;
      return respond();
    },
    siteUrl: 'http://shop.test',
    maxBytes: 100_000_000,
    canStore: () => true,
    log: pino({ level: 'silent' }),
  });
  const server = createServer(
    cache.listener((_request, response) => {
      separate += 1;
      response.end('made for one');
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const texts: string[] = [];
  for (let n = 0; n < 3; n += 1) texts.push(await (await fetch(`http://127.0.0.1:${port}/about`)).text());
  server.closeAllConnections();
  server.close();
  return { rendered, separate, texts };
}

const html = { 'Content-Type': 'text/html; charset=utf-8' };

test('stores a page', async () => {
  const text = 'x'.repeat(1_000_000);
  expect(await requestThreeTimes(() => new Response(text, { headers: html }))).toEqual({
    rendered: 1,
    separate: 0,
    texts: [text, text, text],
  });
});

test('does not store a page that is too large, and stops rendering it', async () => {
  let made = 0;
  const unbounded = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        made += 1;
        controller.enqueue(new Uint8Array(100_000));
      },
    });
  const { rendered, separate, texts } = await requestThreeTimes(
    () => new Response(unbounded(), { headers: html }),
  );
  expect([rendered, separate, new Set(texts)]).toEqual([3, 3, new Set(['made for one'])]);
  expect(made).toBeLessThan(3 * 20);
});

test('neither stores nor reads a feed', async () => {
  let canceled = 0;
  const feed = () =>
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('<rss>')),
      cancel() {
        canceled += 1;
      },
    });
  const { rendered, separate } = await requestThreeTimes(
    () => new Response(feed(), { headers: { 'Content-Type': 'application/xml', 'Cache-Control': 'public' } }),
  );
  expect([rendered, separate, canceled]).toEqual([3, 3, 3]);
});

test('rethrows a failure', async () => {
  const { rendered, separate, texts } = await requestThreeTimes(
    () => new Response('Something went wrong', { status: 500, headers: { 'Content-Type': 'text/plain' } }),
  );
  expect([rendered, separate, texts[0]]).toEqual([3, 0, 'Something went wrong']);
});
