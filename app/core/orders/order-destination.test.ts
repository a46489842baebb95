import { describe, expect, test } from 'vitest';
import type { Destination } from '#core/addresses/destination.ts';
import { toDays, toDestination, toDestinationColumns } from './order-destination.server.ts';

const home: Destination = {
  kind: 'ship',
  country: 'US',
  state: 'CA',
  zip: '92101',
  place: 'residential',
  liftgate: false,
  poBox: true,
};

const place = {
  country: 'US',
  state: 'CA',
  zip: '92101',
  place: 'residential',
  liftgate: false,
  poBox: true,
};

describe('an order keeps', () => {
  test.each([
    ['the place that it goes to', home, 'ship', place, null],
    ['where it is picked up', { kind: 'pickup', location: 'Main yard' }, 'pickup', null, 'Main yard'],
    ['that it is shipped, if the cart did not ask where', null, 'ship', null, null],
  ] as const)('%s', (_, destination, fulfillment, shipTo, location) => {
    const columns = toDestinationColumns(destination);
    expect(columns).toEqual({ fulfillment, ship_to: shipTo, pickup_location: location });
    expect(toDestination(columns)).toEqual(destination);
  });
});

test.each([
  [2, 5, { min: 2, max: 5 }],
  [0, 0, { min: 0, max: 0 }],
  [null, null, null],
  [2, null, null],
  [null, 5, null],
])('the days of an order from %j to %j', (days_min, days_max, days) => {
  expect(toDays({ days_min, days_max })).toEqual(days);
});
