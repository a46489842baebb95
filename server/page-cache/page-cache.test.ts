import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { type Cached, closeServers, html, page, serveCached } from '../../tests/support/cached-pages.ts';

afterEach(closeServers);

async function getThreeTimes({ get }: Cached, path = '/about'): Promise<string[]> {
  return [await get(path), await get(path), await get(path)].map(({ body }) => body.toString());
}

test('stores a page', async () => {
  const text = 'x'.repeat(1_000_000);
  const cached = await serveCached(() => page(text));
  expect(await getThreeTimes(cached)).toEqual([text, text, text]);
  expect([cached.rendered, cached.passedOn()]).toEqual([['/about'], 0]);
});

test('renders the normalized address, without the headers of the visitor, except the address', async () => {
  const seen: string[][] = [];
  const cached = await serveCached((request) => {
    seen.push([...request.headers.keys()]);
    return page('about');
  });
  await cached.get('/about?campaign=1', { Cookie: 'a=b', 'X-Forwarded-For': '203.0.113.7' });
  await cached.get('/about');
  expect(cached.rendered).toEqual(['/about 203.0.113.7']);
  expect(seen).toEqual([['x-forwarded-for']]);
});

test('passes on other methods and personal pages', async () => {
  const cached = await serveCached(() => page('about'));
  await cached.get('/about', {}, 'POST');
  await cached.get('/cart');
  expect([cached.rendered, cached.passedOn()]).toEqual([[], 2]);
});

test('neither reads nor stores pages while changes can be missed', async () => {
  let canStore = false;
  const cached = await serveCached(() => page('about'), { canKeep: () => canStore });
  await cached.get('/about');
  canStore = true;
  await cached.get('/about');
  canStore = false;
  await cached.get('/about');
  expect([cached.rendered, cached.passedOn()]).toEqual([['/about'], 2]);
});

test('does not store a page if changes can be missed when it is rendered', async () => {
  let canStore = true;
  const cached = await serveCached(
    () => {
      canStore = false;
      return page('about');
    },
    { canKeep: () => canStore },
  );
  await cached.get('/about');
  canStore = true;
  await cached.get('/about');
  expect(cached.rendered).toHaveLength(2);
});

test('a browser of staff gets pages of its own rendering', async () => {
  const cached = await serveCached(() => page('about'));
  await cached.get('/about');
  const { body } = await cached.get('/about', { Cookie: 'staff' });
  expect(body.toString()).toBe('rendered for one visitor');
  expect([cached.rendered.length, cached.passedOn()]).toEqual([1, 1]);
});

test('concurrent requests share one rendering, but not a refusal', async () => {
  const finish = Promise.withResolvers<void>();
  let status = 200;
  const cached = await serveCached(async () => {
    await finish.promise;
    return new Response('text', { status, headers: html });
  });
  status = 429;
  const first = cached.get('/about');
  await expect.poll(() => cached.rendered.length).toBe(1);
  const second = cached.get('/about');
  await cached.get('/cart');
  finish.resolve();
  // The limit is that of the client whose request was rendered.
  expect([(await first).status, (await second).status]).toEqual([429, 200]);
  expect([cached.rendered.length, cached.passedOn()]).toEqual([1, 2]);
});

test.each([
  ['sets a cookie', { 'Set-Cookie': 'a=b' }],
  ['is private', { 'Cache-Control': 'private' }],
])('an answer that %s is neither stored nor shared', async (_, headers) => {
  const cached = await serveCached(() => page('about', headers));
  const answers = [
    ...(await Promise.all([1, 2].map(() => cached.get('/about')))),
    await cached.get('/about'),
  ];
  for (const answer of answers) {
    expect(answer.body.toString()).toBe('rendered for one visitor');
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  expect(cached.passedOn()).toBe(3);
});

test.each([
  ['must not be stored', page('about', { 'Cache-Control': 'no-store' })],
  ['is missing', new Response('about', { status: 404, headers: html })],
  ['has failed', new Response('about', { status: 500, headers: { 'Content-Type': 'text/plain' } })],
  ['has another type and a status', new Response('about', { status: 302, headers: { Location: '/' } })],
])('does not store an answer that %s', async (_, answer) => {
  const cached = await serveCached(() => answer.clone());
  expect(await getThreeTimes(cached)).toEqual(['about', 'about', 'about']);
  const { status, headers } = await cached.get('/about');
  expect([status, headers['content-length']]).toEqual([answer.status, '5']);
  expect([cached.rendered.length, cached.passedOn()]).toEqual([4, 0]);
  expect((await cached.get('/about', {}, 'HEAD')).body.toString()).toBe('');
});

test('an answer that is not kept is compressed too, and not for clients without Brotli', async () => {
  const text = 'missing '.repeat(1_000);
  const cached = await serveCached(() => new Response(text, { status: 404, headers: html }));
  const sent = await cached.get('/about', { 'Accept-Encoding': 'gzip, br' });
  expect([sent.status, sent.headers['content-encoding'], sent.headers.vary]).toEqual([
    404,
    'br',
    'Accept-Encoding',
  ]);
  expect(brotliDecompressSync(sent.body).toString()).toBe(text);
  const uncompressed = await cached.get('/about');
  expect([uncompressed.headers['content-encoding'], uncompressed.body.toString()]).toEqual([undefined, text]);
});

test('sends an empty answer', async () => {
  const cached = await serveCached(() => new Response(null, { status: 304 }));
  expect((await cached.get('/about')).status).toBe(304);
});

test('stores a page of 1 MiB, and none that is larger', async () => {
  let bytes = 1024 * 1024;
  const cached = await serveCached(() => page('x'.repeat(bytes)));
  expect((await cached.get('/about')).body.length).toBe(bytes);
  await cached.get('/about');
  expect(cached.rendered).toHaveLength(1);
  bytes += 1;
  await cached.get('/terms');
  await cached.get('/terms');
  expect([cached.rendered.length, cached.passedOn()]).toEqual([3, 2]);
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
  const cached = await serveCached(() => new Response(unbounded(), { headers: html }));
  expect(new Set(await getThreeTimes(cached))).toEqual(new Set(['rendered for one visitor']));
  expect([cached.rendered.length, cached.passedOn()]).toEqual([3, 3]);
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
  const cached = await serveCached(
    () => new Response(feed(), { headers: { 'Content-Type': 'application/xml', 'Cache-Control': 'public' } }),
  );
  await getThreeTimes(cached);
  expect([cached.rendered.length, cached.passedOn(), canceled]).toEqual([3, 3, 3]);
});

test('a cached page has the headers of a rendered one, and must be checked with each request', async () => {
  const cached = await serveCached(() =>
    page('about', {
      'Content-Security-Policy': "default-src 'none'",
      'X-Request-Id': 'of the first request',
      'Server-Timing': 'a;dur=1',
    }),
  );
  const first = await cached.get('/about');
  expect(first.headers['x-request-id']).toBe('of the first request');
  const second = await cached.get('/about');
  expect(second.headers).toMatchObject({
    'content-type': html['Content-Type'],
    'content-security-policy': "default-src 'none'",
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'Accept-Encoding',
    'content-length': '5',
    etag: first.headers.etag,
  });
  expect(second.headers['server-timing']).toBeUndefined();
  expect(second.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
});

test('what a link fetches ahead may be used for 10 seconds, by this browser only', async () => {
  const cached = await serveCached(() => page('about'));
  const ahead = { 'Sec-Purpose': 'prefetch' };
  const first = await cached.get('/about', ahead);
  expect(first.headers['cache-control']).toBe('private, max-age=10, must-revalidate');
  const same = await cached.get('/about', { ...ahead, 'If-None-Match': first.headers.etag ?? '' });
  expect([same.status, same.headers['cache-control']]).toEqual([304, first.headers['cache-control']]);
  expect((await cached.get('/about')).headers['cache-control']).toBe('public, max-age=0, must-revalidate');
});

test('a cached page keeps its own caching rule', async () => {
  const cached = await serveCached(() => page('about', { 'Cache-Control': 'public, max-age=5' }));
  await cached.get('/about');
  for (const purpose of ['', 'prefetch']) {
    const { headers } = await cached.get('/about', { 'Sec-Purpose': purpose });
    expect(headers['cache-control']).toBe('public, max-age=5');
  }
});

test('a browser with the same page gets no body', async () => {
  let text = 'about';
  const cached = await serveCached(() => page(text));
  const { headers } = await cached.get('/about');
  const tag = headers.etag ?? '';
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
  for (const tags of [tag, `"other", ${tag}`]) {
    const again = await cached.get('/about', { 'If-None-Match': tags });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, tag]);
  }
  expect((await cached.get('/about', { 'If-None-Match': '"other"' })).status).toBe(200);
  text = 'changed';
  cached.cache.clear();
  expect((await cached.get('/about', { 'If-None-Match': tag })).status).toBe(200);
});

test.each([
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0, gzip;q=0.5', 'gzip'],
  ['br;q=0.5', 'br'],
  ['deflate', undefined],
  ['gzip;q=0', undefined],
  ['', undefined],
])('to a client that accepts "%s", a cached page is sent as %s', async (accepted, encoding) => {
  const text = 'about '.repeat(200);
  const cached = await serveCached(() => page(text));
  await cached.get('/about');
  const { headers, body } = await cached.get('/about', { 'Accept-Encoding': accepted });
  expect([headers['content-encoding'], headers['content-length']]).toEqual([encoding, String(body.length)]);
  const decode = { br: brotliDecompressSync, gzip: gunzipSync };
  expect((encoding ? decode[encoding as 'br' | 'gzip'](body) : body).toString()).toBe(text);
  if (encoding) expect(body.length).toBeLessThan(text.length / 10);
  const head = await cached.get('/about', { 'Accept-Encoding': accepted }, 'HEAD');
  expect([head.body.length, head.headers['content-length']]).toEqual([0, String(body.length)]);
});

test('a page that fails to render ends the connection, and is rendered again', async () => {
  let fails = true;
  const cached = await serveCached(() => {
    if (fails) throw new Error('The page has failed');
    return page('about');
  });
  await expect(cached.get('/about')).rejects.toThrow('socket hang up');
  fails = false;
  expect((await cached.get('/about')).body.toString()).toBe('about');
});
