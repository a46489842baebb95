import { expect, test } from 'vitest';
import type { ListedPart, ShownList } from '#domain/search/may-list.ts';
import { partNumber } from '#services/shown-lists.server.ts';
import type { StoredPage } from './page-store.ts';
import { createStockChanges } from './stock-changes.ts';

const pads: ListedPart = {
  id: 'b',
  added: 5,
  terms: new Set(['make=Honda', 't=pads']),
  price: 20,
  letters: 'brakepads',
};
const ofHonda: ShownList = { level: null, filters: [{ facet: 'make', terms: ['make=Honda'] }] };
const ofFord: ShownList = { level: null, filters: [{ facet: 'make', terms: ['make=Ford'] }] };

const page = (lists: StoredPage['lists'], ...ids: string[]): StoredPage => ({
  headers: {},
  etag: '',
  parts: Uint32Array.from(ids, partNumber),
  brotli: Buffer.alloc(0),
  lists,
  changes: 0,
});

const create = () => createStockChanges(() => Promise.resolve(pads));

test('a part that is sold out changes the pages that show it, and the lists that it is in', async () => {
  const stock = create();
  stock.add([{ id: 'a', hasTurned: true }]);
  const pages = [page([], 'a'), page([ofFord], 'a'), page([ofFord, ofHonda]), page(null)];
  for (const changed of pages) expect(await stock.mayChange(changed)).toBe(true);
  for (const same of [page([ofFord]), page([], 'b')]) {
    expect(await stock.mayChange(same)).toBe(false);
    expect(same.changes).toBe(1);
  }
});

test('a list of the newest parts changes only by parts that it shows or that are newer', async () => {
  const stock = create();
  stock.add([{ id: 'b', hasTurned: true }]);
  const down = (id: string, added: number) => page([{ ...ofHonda, last: { id, added } }]);
  for (const changed of [down('z', 4), down('a', 5), down('b', 5)])
    expect(await stock.mayChange(changed)).toBe(true);
  for (const same of [down('a', 6), down('c', 5)]) expect(await stock.mayChange(same)).toBe(false);
});

test('a part with another number of pieces changes only the pages that show it', async () => {
  const stock = create();
  stock.add([{ id: 'a', hasTurned: false }]);
  expect(await stock.mayChange(page(null, 'a'))).toBe(true);
  expect(await stock.mayChange(page(null))).toBe(false);
  expect(await stock.mayChange(page([ofHonda]))).toBe(false);
});

test('an unknown part may be in all lists', async () => {
  const stock = createStockChanges(() => Promise.resolve(null));
  stock.add([{ id: 'a', hasTurned: true }]);
  expect(await stock.mayChange(page([ofFord]))).toBe(true);
  expect(await stock.mayChange(page([]))).toBe(false);
});

test('a page is compared with the changes that it lacks, and is given up after many', async () => {
  const stock = create();
  const kept = page([ofFord]);
  for (let change = 0; change < 1_500; change += 1) stock.add([{ id: `${change}`, hasTurned: true }]);
  expect(await stock.mayChange(kept)).toBe(false);
  for (let change = 0; change < 1_500; change += 1) stock.add([{ id: `later ${change}`, hasTurned: true }]);
  expect(await stock.mayChange(kept)).toBe(false);
  expect(await stock.mayChange(page([ofFord]))).toBe(true);
  expect(stock.count).toBe(3_000);
});

test('a change of the pieces is compared with the parts of a page long after, and at last with none', async () => {
  const stock = create();
  const kept = page([ofFord], 'a');
  const other = page([ofFord], 'z');
  stock.add([{ id: 'a', hasTurned: false }]);
  for (let change = 0; change < 14_000; change += 1) stock.add([{ id: `${change}`, hasTurned: false }]);
  expect(await stock.mayChange(kept)).toBe(true);
  expect(await stock.mayChange(page([ofFord], 'z'))).toBe(false);
  for (let change = 0; change < 2_000; change += 1) stock.add([{ id: `later ${change}`, hasTurned: false }]);
  expect(await stock.mayChange(other)).toBe(true);
});
