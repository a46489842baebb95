import { describe, expect, test } from 'vitest';
import type { Destination } from '#core/addresses/destination.ts';
import { home } from '#tests/support/priced-lines.ts';
import { defaultShipping } from '#core/pricing/pricing-terms.ts';
import { findUsableDestination, shippingTerms } from './usable-terms.ts';

const yard = { name: 'Main yard', street: '1 Main St', city: 'San Diego', state: 'CA', zip: '92101' };
const north = { ...yard, name: 'North yard' };

const withPickup = (offered: boolean, locations = [yard, north]) => ({
  business: { locations },
  shipping: { ...defaultShipping, pickup: { offered, readyHours: 4 } },
});

describe('pickup', () => {
  test.each([
    ['is offered at a location', true, [yard], true],
    ['is not offered without a location', true, [], false],
    ['is not offered if the settings say so', false, [yard], false],
    ['is not offered without either', false, [], false],
  ])('%s', (_, offered, locations, usable) => {
    const settings = withPickup(offered, locations);
    expect(shippingTerms(settings)).toEqual({
      ...settings.shipping,
      pickup: { offered: usable, readyHours: 4 },
    });
  });
});

describe('a stored destination', () => {
  const pickup: Destination = { kind: 'pickup', location: 'North yard' };

  test.each<[string, Destination | null, ReturnType<typeof withPickup>, Destination | null]>([
    ['is used while its location exists', pickup, withPickup(true), pickup],
    ['is not used when its location is gone', pickup, withPickup(true, [yard]), null],
    ['is not used when nothing can be picked up', pickup, withPickup(false), null],
    ['is used if it is an address', home, withPickup(false, []), home],
    ['may not be known', null, withPickup(true), null],
  ])('%s', (_, destination, settings, usable) => {
    expect(findUsableDestination(destination, settings)).toEqual(usable);
  });
});
