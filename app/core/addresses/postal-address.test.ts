import { expect, test } from 'vitest';
import { formatPostalAddress } from './postal-address.ts';

const address = {
  line1: '500 Harbor Drive',
  line2: null,
  city: 'San Diego',
  state: 'CA',
  postalCode: '92101',
  country: 'US',
};

test('writes an address of the United States', () => {
  expect(formatPostalAddress('Dana Driver', address)).toEqual([
    'Dana Driver',
    '500 Harbor Drive',
    'San Diego, CA 92101',
  ]);
  expect(formatPostalAddress(null, { ...address, line2: 'Unit 3' })).toEqual([
    '500 Harbor Drive',
    'Unit 3',
    'San Diego, CA 92101',
  ]);
});

test('writes an address abroad with its country', () => {
  const berlin = { ...address, city: 'Berlin', state: '', postalCode: '10115', country: 'DE' };
  expect(formatPostalAddress('Dana', berlin)).toEqual(['Dana', '500 Harbor Drive', 'Berlin, 10115', 'DE']);
});
