import { expect, test } from 'vitest';
import type { ListedPart, ShownList } from '#domain/search/may-list.ts';
import { partNumber } from '#services/shown-lists.server.ts';
import type { StoredPage } from './page-store.ts';
import { createPartChanges, type PartChange } from './part-changes.ts';

const pads: ListedPart = {
  id: 'b',
  added: 5,
  terms: new Set(['make=Honda', 't=pads']),
  price: 20,
  letters: 'brakepads',
};
const ofFordsBefore: ListedPart = { ...pads, terms: new Set(['make=Ford', 't=pads']) };
const of = (make: string): ShownList => ({
  level: null,
  filters: [{ facet: 'make', terms: [`make=${make}`] }],
});
const [ofHonda, ofFord, ofKia] = [of('Honda'), of('Ford'), of('Kia')];

const page = (lists: StoredPage['lists'], ...ids: string[]): StoredPage => ({
  headers: {},
  etag: '',
  parts: Uint32Array.from(ids, partNumber),
  brotli: Buffer.alloc(0),
  lists,
  changes: 0,
});

const turned = (id: string): PartChange => ({ id, kind: 'turned' });
const pieces = (id: string): PartChange => ({ id, kind: 'pieces' });
const listed = (before: ListedPart | null, onlyPrice = false): PartChange => ({
  id: 'a',
  kind: 'listed',
  before,
  onlyPrice,
});

const create = () => createPartChanges(() => Promise.resolve(pads));

test('a part that is sold out changes the pages that show it, and the lists that it is in', async () => {
  const parts = create();
  parts.add([turned('a')]);
  const pages = [page([], 'a'), page([ofFord], 'a'), page([ofFord, ofHonda]), page(null)];
  for (const changed of pages) expect(await parts.mayChange(changed)).toBe(true);
  for (const same of [page([ofFord]), page([], 'b'), page([{ ...ofHonda, ignoresStock: true }])]) {
    expect(await parts.mayChange(same)).toBe(false);
    expect(same.changes).toBe(1);
  }
});

test('a list of the newest parts changes only by parts that it shows or that are newer', async () => {
  const parts = create();
  parts.add([turned('b')]);
  const down = (id: string, added: number) => page([{ ...ofHonda, last: { id, added } }]);
  for (const changed of [down('z', 4), down('a', 5), down('b', 5)])
    expect(await parts.mayChange(changed)).toBe(true);
  for (const same of [down('a', 6), down('c', 5)]) expect(await parts.mayChange(same)).toBe(false);
});

test('a part with another number of pieces changes only the pages that show it', async () => {
  const parts = create();
  parts.add([pieces('a')]);
  expect(await parts.mayChange(page(null, 'a'))).toBe(true);
  expect(await parts.mayChange(page(null))).toBe(false);
  expect(await parts.mayChange(page([ofHonda]))).toBe(false);
});

test('an edited part changes the lists that it was in, and those that it is in', async () => {
  const parts = create();
  parts.add([listed(ofFordsBefore)]);
  const withoutStock = { ...ofHonda, ignoresStock: true } as const;
  for (const changed of [page([ofFord]), page([ofHonda]), page([withoutStock]), page([], 'a'), page(null)])
    expect(await parts.mayChange(changed)).toBe(true);
  for (const same of [page([ofKia]), page([], 'b')]) expect(await parts.mayChange(same)).toBe(false);
});

test.each([
  ['added', () => Promise.resolve(pads), null, [true, false]],
  ['deleted', () => Promise.resolve(null), ofFordsBefore, [false, true]],
  ['deleted, and cannot be read', () => Promise.resolve('unknown' as const), ofFordsBefore, [true, true]],
])('a part that was %s changes the lists that it is or was in', async (_, readPart, before, expected) => {
  const parts = createPartChanges(readPart);
  parts.add([listed(before)]);
  const changed = [ofHonda, ofFord].map((list) => parts.mayChange(page([list])));
  expect(await Promise.all(changed)).toEqual(expected);
});

test('a price changes the lists that depend on prices', async () => {
  const parts = create();
  parts.add([listed({ ...pads, price: 10 }, true)]);
  const upTo = (dollars: string): ShownList => ({
    level: null,
    filters: [{ facet: 'price', to_price: dollars }],
  });
  expect(await parts.mayChange(page([{ ...ofHonda, ignoresPrice: true }]))).toBe(false);
  expect(await parts.mayChange(page([upTo('5')]))).toBe(false);
  for (const list of [ofHonda, upTo('15')]) expect(await parts.mayChange(page([list]))).toBe(true);
});

test('other looks change only the pages that show the part, also those without stock', async () => {
  const parts = create();
  parts.add([{ id: 'a', kind: 'appearance' }, pieces('b')]);
  const withoutStock = (id: string) => ({ ...page([ofHonda], id), ignoresStock: true });
  expect(await parts.mayChange(page([ofHonda], 'a'))).toBe(true);
  expect(await parts.mayChange(withoutStock('a'))).toBe(true);
  expect(await parts.mayChange(withoutStock('b'))).toBe(false);
  expect(await parts.mayChange(page([ofHonda]))).toBe(false);
});

test('an unknown part may be in all lists', async () => {
  const parts = createPartChanges(() => Promise.resolve('unknown'));
  parts.add([turned('a')]);
  expect(await parts.mayChange(page([ofFord]))).toBe(true);
  expect(await parts.mayChange(page([]))).toBe(false);
});

test('at most a hundred parts are read at a time, others may be in all lists', async () => {
  const reading: ((part: ListedPart) => void)[] = [];
  const parts = createPartChanges(() => new Promise((resolve) => reading.push(resolve)));
  parts.add(Array.from({ length: 200 }, (_, index) => turned(`${index}`)));
  expect(reading).toHaveLength(100);
  for (const resolve of reading) resolve(pads);
  expect(await parts.mayChange(page([ofKia]))).toBe(true);
  parts.add([turned('later')]);
  expect(reading).toHaveLength(101);
});

test('a page is compared with the changes that it lacks, and is given up after many', async () => {
  const parts = create();
  const kept = page([ofFord]);
  const add = async (count: number, name: string) => {
    for (let change = 0; change < count; change += 1) {
      parts.add([turned(name + change)]);
      if (change % 50 === 0) await parts.mayChange(page([ofFord]));
    }
  };
  await add(1_500, 'first ');
  expect(await parts.mayChange(kept)).toBe(false);
  await add(1_500, 'later ');
  expect(await parts.mayChange(kept)).toBe(false);
  expect(await parts.mayChange(page([ofFord]))).toBe(true);
  expect(parts.count).toBe(3_000);
});

test('a change of the pieces is compared with the parts of a page long after, and at last with none', async () => {
  const parts = create();
  const kept = page([ofFord], 'a');
  const other = page([ofFord], 'z');
  parts.add([pieces('a')]);
  for (let change = 0; change < 14_000; change += 1) parts.add([pieces(`${change}`)]);
  expect(await parts.mayChange(kept)).toBe(true);
  expect(await parts.mayChange(page([ofFord], 'z'))).toBe(false);
  for (let change = 0; change < 2_000; change += 1) parts.add([pieces(`later ${change}`)]);
  expect(await parts.mayChange(other)).toBe(true);
});
