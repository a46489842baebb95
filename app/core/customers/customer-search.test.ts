import { expect, test } from 'vitest';
import { parseCustomerSearch } from './customer-search.ts';

test.each([
  ['', []],
  ['  Olga   Miller ', ['olga', 'miller']],
  ['Olga@Example.com', ['olga@example.com']],
  ['(619) 555-0142', ['6195550142']],
  ['+1 619.555.0142', ['6195550142']],
  ['0142', ['0142']],
  ['123', ['123']],
  ['a b c d e f g h i', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
])('%j is searched as %j', (text, words) => {
  expect(parseCustomerSearch(text)).toEqual({ words });
});

const id = '00000000-0000-4000-8000-0000000000f1';

test.each([
  ['1b2c3d4e', '1b2c3d4e-0000-0000-0000-000000000000', '1b2c3d4e-ffff-ffff-ffff-ffffffffffff'],
  ['#1B2C3D4E', '1b2c3d4e-0000-0000-0000-000000000000', '1b2c3d4e-ffff-ffff-ffff-ffffffffffff'],
  [id, id, id],
])('%j is also the id of an order', (text, first, last) => {
  expect(parseCustomerSearch(text).orderIds).toEqual([first, last]);
});
