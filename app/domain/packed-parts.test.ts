import { expect, test } from 'vitest';
import { packParts, unpackParts } from './packed-parts.ts';
import type { Part } from './part.ts';

const pads = { id: 'a', name: 'Pads', brand: null, make: 'Honda', stock: 2, allHeld: false } as Part;
const listed: Part = { ...pads, id: 'b', fit: { fit: 'fits', reason: 'Listed' } };

test.each([
  ['no parts', []],
  ['a part', [pads]],
  [
    'parts that have more than the first one',
    [pads, listed, { ...pads, id: 'c', brand: 'Brembo', stock: 0 }],
  ],
  ['parts that have less than the first one', [{ ...listed, brand: 'Brembo' }, pads, { ...pads, id: 'c' }]],
])('%s are the same after packing', (_, parts) => {
  expect(unpackParts(packParts(parts))).toEqual(parts);
});

test('only differences are packed, and the same parts are returned each time', () => {
  const packed = packParts([pads, listed]);
  expect(packed).toEqual([pads, { id: 'b', fit: listed.fit }]);
  const parts = unpackParts(packed);
  expect(unpackParts(packed).map((part, index) => part === parts[index])).toEqual([true, true]);
});
