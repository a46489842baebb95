import { expect, test } from 'vitest';
import { emptySearch, junkyardAddress } from './junkyard-address.ts';
import { junkyardTitle, readSearch } from '#shop/find/junkyard/read-search.ts';

const read = (query: string) => readSearch(new URLSearchParams(query));

test('the title of the junkyard page names its search and filters', () => {
  expect(junkyardTitle(emptySearch, null)).toBe('Junkyard');
  expect(junkyardTitle({ ...emptySearch, q: 'pads', make: 'Honda', condition: ['Good'] }, null)).toBe(
    '"pads", Honda, Good | Junkyard',
  );
  const kinds = [
    { value: 'brake-pads', parts: 2, label: 'Brake pads' },
    { value: 'brake-pads:front', parts: 1 },
  ];
  expect(junkyardTitle({ ...emptySearch, kind: 'brake-pads:front' }, { kinds })).toBe(
    'Brake pads: Front | Junkyard',
  );
});

test('an address keeps search, filters, order and view', () => {
  const query =
    'q=pads&make=Honda&condition=Good&condition=Fair&in_stock=1&sort=newest&spelling=typed&view=list';
  expect(junkyardAddress(read(query))).toBe(`/junkyard?${query}`);
  expect(junkyardAddress(read(query), 'x')).toBe(`/junkyard?${query}&after=x`);
  expect(junkyardAddress(emptySearch)).toBe('/junkyard');
});

test.each(['q=%20', 'sort=best', 'sort=toString', 'view=cards', 'year=2015', 'origin=mint', 'page=7'])(
  '%s is ignored',
  (query) => {
    expect(read(query)).toEqual(emptySearch);
  },
);
