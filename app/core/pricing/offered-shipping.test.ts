import { expect, test } from 'vitest';
import { usStates } from '#core/addresses/destination.ts';
import { engine, freightShipping, part } from '#tests/support/priced-lines.ts';
import { findShippingOffers } from './offered-shipping.ts';
import { defaultShipping } from './pricing-terms.ts';

test('one offer for all states, as specified', () => {
  expect(findShippingOffers(part, defaultShipping)).toEqual([{ states: null, cents: 15_00, days: null }]);
  expect(findShippingOffers({ ...part, shippingCostCents: 9_50 }, defaultShipping)).toMatchObject([
    { cents: 9_50 },
  ]);
});

test('offers by state where they differ', () => {
  const remote = { ...defaultShipping.remote, alaska: 20_00, military: 'refused' as const };
  const offers = findShippingOffers(part, { ...defaultShipping, remote });
  expect(offers.map(({ cents }) => cents)).toEqual([15_00, 35_00]);
  expect(offers[1]?.states).toEqual(['AK']);
  expect(offers[0]?.states).toHaveLength(Object.keys(usStates).length - 4);
});

test('one offer for all states if a rule for remote areas costs nothing', () => {
  const remote = { ...defaultShipping.remote, alaska: 0 };
  expect(findShippingOffers(part, { ...defaultShipping, remote })).toEqual([
    { states: null, cents: 15_00, days: null },
  ]);
});

test('offers by state if all remote areas have a rule', () => {
  const remote = { alaska: 5_00, hawaii: 5_00, territories: 'refused', military: 'refused' } as const;
  const offers = findShippingOffers(part, { ...defaultShipping, remote });
  expect(offers.map(({ states, cents }) => [states?.length, cents])).toEqual([
    [49, 15_00],
    [2, 20_00],
  ]);
});

test('freight is offered to homes in its zones only', () => {
  expect(findShippingOffers(engine, freightShipping)).toEqual([
    { states: ['CA', 'NV'], cents: 307_40, days: { min: 3, max: 6 } },
  ]);
});

test.each(['freight', 'pickup', 'oversize'] as const)('nothing for %s without a price', (shippingClass) => {
  expect(findShippingOffers({ ...part, shippingClass }, defaultShipping)).toEqual([]);
});
