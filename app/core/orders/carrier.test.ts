import { expect, test } from 'vitest';
import { findTrackingAddress, guessCarrier } from './carrier.ts';

test.each([
  ['1Z 999 AA1 0123 4567 84', 'UPS'],
  ['1z999aa10123456784', 'UPS'],
  ['9400 1000 0000 0000 0000 00', 'USPS'],
  ['EA123456789US', 'USPS'],
  ['123456789012', 'FedEx'],
  ['123456789012345', 'FedEx'],
  ['C12345678901234', 'OnTrac'],
  ['12345', undefined],
  ['1Z999AA1012345678', undefined],
  ['', undefined],
])('%j is a number of %s', (tracking, carrier) => expect(guessCarrier(tracking)).toBe(carrier));

test('known carriers have a page for each number', () => {
  expect(findTrackingAddress('UPS', '1Z 99')).toBe('https://www.ups.com/track?tracknum=1Z99');
  expect(findTrackingAddress(' fedex ', 'a&b')).toBe('https://www.fedex.com/fedextrack/?trknbr=a%26b');
  expect(findTrackingAddress('Uncle Joe', '1')).toBeUndefined();
  expect(findTrackingAddress(null, '1')).toBeUndefined();
  expect(findTrackingAddress('UPS', null)).toBeUndefined();
});
