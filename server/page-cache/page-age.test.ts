import { afterEach, describe, expect, test } from 'vitest';
import { closeServers, html, page, serveCached } from '../../tests/support/cached-pages.ts';
import type { PageCache } from './page-cache.ts';

const PART = '00000000-0000-4000-8000-00000000000a';
const OTHER = '00000000-0000-4000-8000-00000000000b';
const PAGE = `/part/pads-${PART}`;

/** Start of the clock, in milliseconds. */
const START = 1_000_000;

afterEach(closeServers);

describe('a list', () => {
  /** Serves a list whose text is the number of its rendering. */
  async function serveList() {
    let time = START;
    let count = 0;
    let fails = false;
    const cached = await serveCached(
      () => {
        count += 1;
        return fails ? new Response('failed', { status: 500, headers: html }) : page(String(count));
      },
      { now: () => time },
    );
    return {
      ...cached,
      fail: (failing: boolean) => (fails = failing),
      getAt: async (seconds: number) => {
        time = START + seconds * 1000;
        const { status, body } = await cached.get('/junkyard');
        return status === 200 ? Number(body.toString()) : status;
      },
    };
  }

  test('is rendered again in the background from the age of 9 seconds on, and never older than 10', async () => {
    const { getAt, rendered } = await serveList();
    expect([await getAt(0), await getAt(9)]).toEqual([1, 1]);
    expect(rendered).toHaveLength(1);
    expect(await getAt(9.9)).toBe(1);
    await expect.poll(() => rendered.length).toBe(2);
    expect([await getAt(18.8), rendered.length]).toEqual([2, 2]);
    // The last request was long ago.
    expect([await getAt(3_600), rendered.length]).toEqual([3, 3]);
  });

  test('is rendered once in the background for all who ask, who do not wait for it', async () => {
    let time = START;
    const finish = Promise.withResolvers<void>();
    const texts = ['first', 'second'];
    const cached = await serveCached(
      async () => {
        const text = texts.shift() ?? 'more';
        if (text !== 'first') await finish.promise;
        return page(text);
      },
      { now: () => time },
    );
    const getText = async () => (await cached.get('/junkyard')).body.toString();
    await getText();
    time = START + 9_500;
    expect(new Set(await Promise.all(Array.from({ length: 20 }, getText)))).toEqual(new Set(['first']));
    expect(cached.rendered).toHaveLength(2);
    // It is too old, so they wait for the same rendering.
    time = START + 10_001;
    const waiting = Array.from({ length: 20 }, getText);
    await cached.get('/cart');
    finish.resolve();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['second']));
    expect(cached.rendered).toHaveLength(2);
  });

  test('that fails in the background stays until it is too old', async () => {
    const { getAt, rendered, fail } = await serveList();
    await getAt(0);
    fail(true);
    expect(await getAt(9.5)).toBe(1);
    await expect.poll(() => rendered.length).toBe(2);
    expect(await getAt(10)).toBe(1);
    await expect.poll(() => rendered.length).toBe(3);
    expect(await getAt(10.1)).toBe(500);
    fail(false);
    expect(await getAt(10.2)).toBe(5);
  });

  test('stays after a change of a part, not after one of all pages', async () => {
    const cached = await serveCached(() => page(`list ${PART}`));
    await cached.get('/junkyard');
    cached.cache.forgetParts([PART]);
    await cached.get('/junkyard');
    expect(cached.rendered).toHaveLength(1);
    cached.cache.clear();
    await cached.get('/junkyard');
    expect(cached.rendered).toHaveLength(2);
  });
});

test('the page of a part is kept for ten minutes', async () => {
  let time = START;
  const cached = await serveCached(() => page('pads'), { now: () => time });
  const countAt = async (minutes: number) => {
    time = START + minutes * 60_000;
    await cached.get(PAGE);
    return cached.rendered.length;
  };
  expect([await countAt(0), await countAt(10), await countAt(10.1)]).toEqual([1, 1, 2]);
});

test.each([PAGE, `${PAGE}.data`, `/api/parts/${PART}`, `/api/parts?ids=${PART}`])(
  'a change of a part drops %s, even if the page does not show its id',
  async (path) => {
    const cached = await serveCached(() => page('nothing'));
    await cached.get(path);
    cached.cache.forgetParts([OTHER]);
    await cached.get(path);
    expect(cached.rendered).toHaveLength(1);
    cached.cache.forgetParts([OTHER, PART]);
    await cached.get(path);
    expect(cached.rendered).toHaveLength(2);
  },
);

test('a change of a part drops the pages of other parts that show it', async () => {
  const cached = await serveCached(() => page(`Same number: ${OTHER}`));
  const isDroppedBy = async (change: () => void) => {
    const { length } = cached.rendered;
    change();
    await cached.get(PAGE);
    return cached.rendered.length > length;
  };
  await cached.get(PAGE);
  expect(await isDroppedBy(() => cached.cache.forgetParts([OTHER]))).toBe(true);
  expect(await isDroppedBy(() => cached.cache.forgetParts([]))).toBe(false);
  expect(await isDroppedBy(() => cached.cache.clear())).toBe(true);
});

test.each([
  ['of all pages', '/about', (cache: PageCache) => cache.clear()],
  ['of all pages', PAGE, (cache: PageCache) => cache.clear()],
  ['of its part', PAGE, (cache: PageCache) => cache.forgetParts([OTHER, PART])],
])('a change %s while %s is rendered keeps it out of the cache', async (_, path, invalidate) => {
  const begun = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const texts = ['old', 'new', 'never'];
  const cached = await serveCached(async () => {
    const text = texts.shift() ?? '';
    begun.resolve();
    await finish.promise;
    return page(text);
  });
  const first = cached.get(path);
  await begun.promise;
  invalidate(cached.cache);
  // It began after the change, so it does not wait for the rendering from before.
  const second = cached.get(path);
  await expect.poll(() => cached.rendered.length).toBe(2);
  finish.resolve();
  expect([(await first).body.toString(), (await second).body.toString()]).toEqual(['old', 'new']);
  expect((await cached.get(path)).body.toString()).toBe('new');
});

test.each([
  ['on the page keeps it out of the cache', OTHER, 2],
  ['elsewhere does not', '00000000-0000-4000-8000-00000000000c', 1],
])('a change of a part %s, if it is rendered meanwhile', async (_, changed, renderings) => {
  const finish = Promise.withResolvers<void>();
  const cached = await serveCached(async () => {
    await finish.promise;
    return page(`Same number: ${OTHER}`);
  });
  const first = cached.get(PAGE);
  await expect.poll(() => cached.rendered.length).toBe(1);
  cached.cache.forgetParts([changed]);
  finish.resolve();
  await first;
  await cached.get(PAGE);
  expect(cached.rendered).toHaveLength(renderings);
});

test('kept pages stay within the memory, the last used ones', async () => {
  const maxBytes = 200_000;
  const noise = () => Array.from({ length: 10_000 }, () => Math.random().toString(36)[2]).join('');
  const cached = await serveCached(() => page(noise()), { maxBytes });
  const paths = Array.from({ length: 40 }, (_, index) => `/part/pads-${PART.slice(0, -2)}${10 + index}`);
  for (const path of paths) {
    await cached.get(path);
    await cached.get(paths[0] ?? '');
    await cached.get(`/junkyard?q=${path.slice(-2)}`);
    expect(cached.cache.counts.bytes).toBeLessThanOrEqual(maxBytes);
  }
  expect(cached.cache.counts.bytes).toBeGreaterThan(maxBytes / 2);
  const { length } = cached.rendered;
  await cached.get(paths[0] ?? '');
  expect(cached.rendered).toHaveLength(length);
  await cached.get(paths[1] ?? '');
  expect(cached.rendered).toHaveLength(length + 1);
});
