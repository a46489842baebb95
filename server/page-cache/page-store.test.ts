import { beforeEach, expect, test } from 'vitest';
import { pageStore, type PageStore } from './page-store.ts';

const MAX_BYTES = 1_000_000;

let store: PageStore;
beforeEach(() => {
  store = pageStore(MAX_BYTES, 60_000);
});

const page = (bytes = 3_000, ...ids: string[]) => ({
  headers: {},
  etag: '"1"',
  partIds: new Set(ids),
  brotli: Buffer.alloc(bytes),
});

function keep(address: string, hits: number) {
  store.set(address, page(), false);
  for (let hit = 0; hit < hits; hit += 1) store.get(address);
}

const useful = Array.from({ length: 40 }, (_, index) => `/part/useful-${index}`);
const stay = () => useful.filter((address) => store.get(address)).length;

test('a flood of made-up addresses pushes nothing out that is asked for again', () => {
  for (const address of useful) keep(address, 3);
  for (let made = 0; made < 5_000; made += 1) keep(`/?make=made-up-${made}`, 0);
  expect(stay()).toBe(useful.length);
});

test('nor does one whose addresses are each asked for twice', () => {
  for (const address of useful) keep(address, 50);
  for (let made = 0; made < 2_000; made += 1) keep(`/?make=made-up-${made}`, 1);
  expect(stay()).toBe(useful.length);
});

test('searches never leave the small part of the room, however often they are asked for', () => {
  for (const address of useful) keep(address, 1);
  for (let made = 0; made < 2_000; made += 1) {
    store.set(`/junkyard?q=${made}`, page(), true);
    for (let hit = 0; hit < 100; hit += 1) store.get(`/junkyard?q=${made}`);
  }
  expect(stay()).toBe(useful.length);
});

test('a page that nobody asks for any more goes when others are asked for again and again', () => {
  for (let early = 0; early < 200; early += 1) keep(`/part/early-${early}`, 5);
  for (let round = 0; round < 20; round += 1) {
    for (let late = 0; late < 60; late += 1) keep(`/part/late-${late}`, 10);
  }
  const kept = Array.from({ length: 60 }, (_, late) => store.get(`/part/late-${late}`)).filter(Boolean);
  expect(kept.length).toBeGreaterThan(50);
});

test('all pages together stay within the room', () => {
  for (let made = 0; made < 1_000; made += 1) {
    keep(`/part/${made}`, made % 4);
    expect(store.size).toBeLessThanOrEqual(MAX_BYTES);
  }
  store.set('/part/too-large', page(MAX_BYTES), false);
  expect(store.get('/part/too-large')).toBeUndefined();
});

test('of a part that was sold, only the pages that show it go', () => {
  store.set('/part/a', page(10, 'a'), false);
  store.set('/junkyard', page(10, 'a', 'b'), false);
  store.set('/part/c', page(10, 'c'), false);
  store.get('/junkyard');
  store.forgetParts(['x', 'a']);
  expect(['/part/a', '/junkyard', '/part/c'].map((address) => Boolean(store.get(address)))).toEqual([
    false,
    false,
    true,
  ]);
});

test('nothing is left after a change of the catalogue', () => {
  keep('/', 5);
  keep('/junkyard', 0);
  store.clear();
  expect([store.get('/'), store.get('/junkyard'), store.size]).toEqual([undefined, undefined, 0]);
});
