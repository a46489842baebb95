import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  describeCondition,
  describeLineCondition,
  describeOrigin,
  findOrigin,
  isNew,
  type Origin,
  originNames,
} from './origin.ts';

test.each<[string | null, string | null, Origin]>([
  ['used', 'New', 'used'],
  ['new_oem', 'Good', 'new_oem'],
  [null, 'New', 'new'],
  [null, ' new ', 'new'],
  [null, 'Like New', 'used'],
  [null, 'Good', 'used'],
  [null, 'Refurbished', 'used'],
  [null, 'Rebuilt', 'rebuilt'],
  [null, 'Remanufactured', 'remanufactured'],
  [null, null, 'used'],
  ['constructor', 'Good', 'used'],
])('stated %s, condition %s: %s', (origin, condition, found) => {
  expect(findOrigin({ origin, condition })).toBe(found);
});

test.each<[Origin, string | null, string | null, string]>([
  ['used', null, 'Like New', 'Used, Like New'],
  ['used', null, 'Good', 'Used, Good'],
  ['used', null, 'Used - Good', 'Used - Good'],
  ['used', null, 'used', 'Used'],
  ['used', null, null, 'Used'],
  ['used', 'Acme', 'Good', 'Used, Good'],
  ['used', null, 'New', 'Used, New'],
  ['new', null, 'New', 'New'],
  ['new', null, null, 'New'],
  ['new_oem', null, 'New', 'New OEM'],
  ['new_aftermarket', null, 'Open box', 'New aftermarket, Open box'],
  ['rebuilt', 'Acme', 'Rebuilt', 'Rebuilt by Acme'],
  ['rebuilt', null, 'Excellent', 'Rebuilt, Excellent'],
  ['remanufactured', 'Acme', 'Good', 'Remanufactured by Acme, Good'],
])('%s, by %s, %s: %s', (origin, rebuilder, condition, text) => {
  expect(describeCondition({ origin, rebuilder, condition })).toBe(text);
});

test('what is not new is called used, rebuilt or remanufactured first, whatever its condition', () => {
  const origins = Object.keys(originNames) as Origin[];
  fc.assert(
    fc.property(
      fc.constantFrom(...origins),
      fc.oneof(
        fc.constantFrom('New', 'Like New', 'Used', 'Unused', 'Brand new'),
        fc.string(),
        fc.constant(null),
      ),
      (origin, condition) => {
        const text = describeLineCondition({ origin, rebuilder: null, condition });
        expect(text.trim().toLowerCase().startsWith(originNames[origin].toLowerCase())).toBe(true);
        expect(isNew(origin)).toBe(describeOrigin({ origin, rebuilder: null }).startsWith('New'));
      },
    ),
  );
});
