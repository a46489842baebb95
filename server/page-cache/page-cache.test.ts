import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createPageCache } from './page-cache.ts';

/** What a public page is answered with, how often it was rendered for the cache, and how often for one visitor. */
async function answered(respond: () => Response) {
  let rendered = 0;
  let alone = 0;
  const cache = createPageCache({
    render: async () => {
      rendered += 1;
      return respond();
    },
    siteUrl: 'http://shop.test',
    maxBytes: 100_000_000,
    mayKeep: () => true,
    log: pino({ level: 'silent' }),
  });
  const server = createServer(
    cache.listener((_request, response) => {
      alone += 1;
      response.end('made for one');
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const texts: string[] = [];
  for (let n = 0; n < 3; n += 1) texts.push(await (await fetch(`http://127.0.0.1:${port}/about`)).text());
  server.closeAllConnections();
  server.close();
  return { rendered, alone, texts };
}

const html = { 'Content-Type': 'text/html; charset=utf-8' };

test('a page is kept', async () => {
  const text = 'x'.repeat(1_000_000);
  expect(await answered(() => new Response(text, { headers: html }))).toEqual({
    rendered: 1,
    alone: 0,
    texts: [text, text, text],
  });
});

test('a page that is longer than any of the shop is not kept, and its rendering ends where that is seen', async () => {
  let made = 0;
  const unbounded = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        made += 1;
        controller.enqueue(new Uint8Array(100_000));
      },
    });
  const { rendered, alone, texts } = await answered(() => new Response(unbounded(), { headers: html }));
  expect([rendered, alone, new Set(texts)]).toEqual([3, 3, new Set(['made for one'])]);
  expect(made).toBeLessThan(3 * 20);
});

test('a document that is no page (a feed) is neither kept nor read', async () => {
  let cancelled = 0;
  const feed = () =>
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('<rss>')),
      cancel() {
        cancelled += 1;
      },
    });
  const { rendered, alone } = await answered(
    () => new Response(feed(), { headers: { 'Content-Type': 'application/xml', 'Cache-Control': 'public' } }),
  );
  expect([rendered, alone, cancelled]).toEqual([3, 3, 3]);
});

test('a failure is answered as it is', async () => {
  const { rendered, alone, texts } = await answered(
    () => new Response('Something went wrong', { status: 500, headers: { 'Content-Type': 'text/plain' } }),
  );
  expect([rendered, alone, texts[0]]).toEqual([3, 0, 'Something went wrong']);
});
