import { describe, expect, test } from 'vitest';
import { parseSettings } from '#core/settings/settings.ts';
import { hasDefaultPricing, toCartTerms } from './cart-terms.server.ts';

const yard = { name: 'Yard', street: '1 Main St', city: 'San Diego', state: 'CA', zip: '92101' };
const pickup = { offered: true, readyHours: 4 };

describe('prices follow the specification', () => {
  test.each([
    ['with the default settings', {}],
    ['under another name', { business: { name: 'Joe’s Yard', locations: [yard] } }],
    ['with other limits', { limits: { lowStock: 1 } }],
  ])('%s', (_, values) => {
    expect(hasDefaultPricing(parseSettings(values))).toBe(true);
  });

  test.each([
    ['another shipping rule', { shipping: { lineCents: 20_00 } }],
    ['another tax rate', { tax: { flatRate: 0.0775 } }],
    ['another rule for core charges', { cores: { taxed: false } }],
  ])('but not with %s', (_, values) => {
    expect(hasDefaultPricing(parseSettings(values))).toBe(false);
  });
});

describe('the cart knows', () => {
  test('that nothing is asked, by default', () => {
    expect(toCartTerms(parseSettings({}))).toEqual({
      hasDefaultPricing: true,
      freeShipping: { lineCents: 15_00, freeAboveCents: 100_00 },
      countries: [],
      locations: [],
      readyHours: 24,
      coreReturnDays: 30,
      restrictedWords: expect.stringContaining('airbag|') as string,
    });
  });

  test('where parts are sent and picked up, and when old parts must be back', () => {
    const settings = parseSettings({
      business: { locations: [yard] },
      shipping: { pickup, countries: [{ country: 'MX', parcelCents: 40_00, days: null }] },
      cores: { returnDays: 14 },
    });
    expect(toCartTerms(settings)).toEqual({
      hasDefaultPricing: false,
      freeShipping: { lineCents: 15_00, freeAboveCents: 100_00 },
      countries: ['MX'],
      locations: [yard],
      readyHours: 4,
      coreReturnDays: 14,
      restrictedWords: expect.stringContaining('airbag|') as string,
    });
  });

  test.each([
    {
      kinds: [
        { category: 'Engine', class: 'freight', pounds: 412, lengthIn: null, widthIn: null, heightIn: null },
      ],
    },
    { maxParcelPounds: 70 },
    { maxParcelInches: 60 },
  ])('no rule for free shipping where not all lines are parcels: %o', (shipping) => {
    expect(toCartTerms(parseSettings({ shipping })).freeShipping).toBeNull();
  });

  test('no locations if nothing can be picked up', () => {
    expect(toCartTerms(parseSettings({ business: { locations: [yard] } })).locations).toEqual([]);
    expect(toCartTerms(parseSettings({ shipping: { pickup } })).locations).toEqual([]);
  });
});
