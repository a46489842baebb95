import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { partNumber } from '#services/shown-lists.server.ts';
import { createPageStore, type PageStore } from './page-store.ts';

const MAX_BYTES = 1_000_000;
const MAX_AGE_MS = 60_000;

let store: PageStore;
beforeEach(() => {
  store = createPageStore(MAX_BYTES, MAX_AGE_MS);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const page = (bytes = 3_000, ...ids: string[]) => ({
  headers: {},
  etag: '"1"',
  parts: Uint32Array.from(ids, partNumber),
  lists: null,
  changes: 0,
  brotli: Buffer.alloc(bytes),
});

function addPage(address: string, hits: number) {
  store.set(address, page(), false);
  for (let hit = 0; hit < hits; hit += 1) store.get(address);
}

const useful = Array.from({ length: 40 }, (_, index) => `/part/useful-${index}`);
const countUseful = () => useful.filter((address) => store.get(address)).length;

test('a flood of made-up addresses does not evict popular pages', () => {
  for (const address of useful) addPage(address, 3);
  for (let made = 0; made < 5_000; made += 1) addPage(`/?make=made-up-${made}`, 0);
  expect(countUseful()).toBe(useful.length);
});

test('a flood of addresses that are each requested twice does not evict popular pages', () => {
  for (const address of useful) addPage(address, 50);
  for (let made = 0; made < 2_000; made += 1) addPage(`/?make=made-up-${made}`, 1);
  expect(countUseful()).toBe(useful.length);
});

test('pages that were requested once are kept while there is space', () => {
  const addresses = Array.from({ length: 100 }, (_, index) => `/part/once-${index}`);
  for (const address of addresses) addPage(address, 0);
  expect(store.size).toBeGreaterThan(MAX_BYTES * 0.45);
  for (const address of useful) addPage(address, 1);
  expect(countUseful()).toBe(useful.length);
  expect(addresses.filter((address) => store.get(address)).length).toBeGreaterThan(50);
});

test('popular searches evict only each other', () => {
  for (const address of useful) addPage(address, 1);
  for (let made = 0; made < 2_000; made += 1) {
    store.set(`/junkyard?q=${made}`, page(), true);
    for (let hit = 0; hit < 100; hit += 1) store.get(`/junkyard?q=${made}`);
  }
  expect(countUseful()).toBe(useful.length);
});

test('a popular search outlasts a flood of others', () => {
  const search = (made: number | string, hits: number) => {
    store.set(`/junkyard?q=${made}`, page(), true);
    for (let hit = 0; hit < hits; hit += 1) store.get(`/junkyard?q=${made}`);
  };
  search('brake', 3);
  for (let made = 0; made < 1_000; made += 1) search(made, 1);
  expect(store.get('/junkyard?q=brake')).toBeDefined();
});

test('popular pages replace unpopular ones', () => {
  for (let early = 0; early < 200; early += 1) addPage(`/part/early-${early}`, 5);
  for (let round = 0; round < 20; round += 1) {
    for (let late = 0; late < 60; late += 1) addPage(`/part/late-${late}`, 10);
  }
  const kept = Array.from({ length: 60 }, (_, late) => store.get(`/part/late-${late}`)).filter(Boolean);
  expect(kept.length).toBeGreaterThan(50);
});

test('all pages together stay within the limit', () => {
  for (let made = 0; made < 1_000; made += 1) {
    addPage(`/part/${made}`, made % 4);
    expect(store.size).toBeLessThanOrEqual(MAX_BYTES);
  }
  store.set('/part/too-large', page(MAX_BYTES), false);
  expect(store.get('/part/too-large')).toBeUndefined();
});

test('the limit counts pages, addresses and ids of parts', () => {
  const sizeOf = (address: string, bytes: number, ...ids: string[]) => {
    store.clear();
    store.set(address, page(bytes, ...ids), false);
    return store.size;
  };
  const base = sizeOf('/', 1_000);
  expect(sizeOf('/', 1_500) - base).toBe(500);
  expect(sizeOf(`/${'a'.repeat(100)}`, 1_000) - base).toBe(2 * 100);
  expect(sizeOf('/', 1_000, 'a', 'b', 'c') - base).toBe(3 * 4);
});

test('a page has the same size in both segments', () => {
  addPage('/a', 0);
  const { size } = store;
  addPage('/b', 1);
  expect(store.size).toBe(2 * size);
});

test('a page replaces no page that was requested as often', () => {
  const addresses = Array.from({ length: 200 }, (_, index) => `/part/${1_000 + index}`);
  for (const address of addresses) addPage(address, 1);
  const kept = addresses.filter((address) => store.get(address));
  // Pages of 5 kB: 55 % of the space for those requested twice.
  expect(kept.length).toBeGreaterThan(100);
  expect(kept.slice(0, 95)).toEqual(addresses.slice(0, 95));
});

test('uses the space to the last byte', () => {
  addPage('/0', 0);
  const others = store.size - 3_000;
  store.clear();
  // Four of these fill the space for pages that were requested again.
  const bytes = Math.floor((MAX_BYTES * 0.55) / 4) - others;
  const addresses = ['/1', '/2', '/3', '/4'];
  for (const address of addresses) {
    store.set(address, page(bytes), false);
    store.get(address);
  }
  expect(store.size).toBe(550_000);
});

test('outdated pages are not used, and make room for others', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const now = vi.spyOn(performance, 'now').mockReturnValue(1);
  for (let early = 0; early < 200; early += 1) addPage(`/part/early-${early}`, 50);
  now.mockReturnValue(MAX_AGE_MS + 2);
  vi.runAllTimers();
  expect(store.get('/part/early-0')).toBeUndefined();
  for (const address of useful) addPage(address, 1);
  for (let made = 0; made < 200; made += 1) addPage(`/?make=made-up-${made}`, 0);
  expect(countUseful()).toBe(useful.length);
});

test('deletes a page of either segment', () => {
  addPage('/part/a', 0);
  addPage('/junkyard', 1);
  addPage('/part/c', 0);
  store.delete('/part/a');
  store.delete('/junkyard');
  expect(['/part/a', '/junkyard', '/part/c'].map((address) => Boolean(store.get(address)))).toEqual([
    false,
    false,
    true,
  ]);
});

test('is empty after clear()', () => {
  addPage('/', 5);
  addPage('/junkyard', 0);
  store.clear();
  expect([store.get('/'), store.get('/junkyard'), store.size]).toEqual([undefined, undefined, 0]);
});
