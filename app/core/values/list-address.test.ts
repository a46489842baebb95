import { expect, test } from 'vitest';
import { choice, day, listAddress, optional, searchText } from './list-address.ts';

const list = listAddress('/admin/things', {
  view: choice({ open: 'Open', closed: 'Closed' }),
  q: searchText(10),
  kind: optional({ new: 1, used: 2 }),
  from: day(),
});
const read = (search: string) => list.read(new URLSearchParams(search));
const nothing = {
  view: 'open',
  q: '',
  kind: undefined,
  from: undefined,
  after: undefined,
  before: undefined,
};

test('an address without parameters has all fallbacks', () => {
  expect(read('')).toEqual(nothing);
  expect(list.write({})).toBe('/admin/things');
});

test('links choose a value and begin the list anew', () => {
  const query = read('?view=closed&q=a&after=x');
  expect(list.links(query, 'view', { open: 'Open', closed: 'Closed' })).toEqual([
    { value: 'open', name: 'Open', address: '/admin/things?q=a', isShown: false },
    { value: 'closed', name: 'Closed', address: '/admin/things?view=closed&q=a', isShown: true },
  ]);
});

test('a query survives its address, and what has its fallback is left out', () => {
  const query = { view: 'closed', q: 'a&b', kind: 'used', from: '2026-02-28', after: 'x' } as const;
  const address = list.write(query);
  expect(address).toBe('/admin/things?view=closed&q=a%26b&kind=used&from=2026-02-28&after=x');
  expect(read(address.slice(address.indexOf('?')))).toEqual({ ...query, before: undefined });
  expect(list.write({ ...query, view: 'open', kind: undefined })).not.toMatch(/view|kind/);
});

test('the first page keeps the filters', () => {
  expect(list.write(list.first(read('view=closed&before=x')))).toBe('/admin/things?view=closed');
});

test.each([
  ['view=constructor', {}],
  ['kind=toString', {}],
  ['from=2026-02-30', {}],
  ['from=2026-2-3', {}],
  ['q=%00%20a%20', { q: 'a' }],
  [`q=${'a'.repeat(11)}`, { q: 'a'.repeat(10) }],
  [`after=${'a'.repeat(6_001)}&before=`, {}],
  ['view=closed&view=open', { view: 'closed' }],
])('%s is read as %j', (search, expected) => {
  expect(read(search)).toEqual({ ...nothing, ...expected });
});
