import { describe, expect, test } from 'vitest';
import { usStates } from '#core/addresses/destination.ts';
import { defaultShipping } from '#core/pricing/pricing-terms.ts';
import { findProblem } from '#tests/support/settings.ts';

const zone = {
  name: 'West',
  states: ['CA'],
  baseCents: 150_00,
  centsPerHundredPounds: 20_00,
  residentialCents: 75_00,
  liftgateCents: 60_00,
  days: { min: 3, max: 6 },
};
const kind = {
  category: 'Engines',
  class: 'freight',
  pounds: 412.5,
  lengthIn: 30.5,
  widthIn: null,
  heightIn: null,
};
const canada = { country: 'CA', parcelCents: 40_00, days: null };

const zoneOf = (...states: string[]) => ({ ...zone, states });
const zones = (...all: object[]) => ({ freight: { mode: 'zones', zones: all } });
const countries = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...canada,
    country: String.fromCodePoint(65 + Math.floor(index / 20), 65 + (index % 20)),
  }));
const kinds = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...kind, category: `Category ${index}` }));
const remote = (rule: unknown) => ({ remote: { ...defaultShipping.remote, alaska: rule } });

describe('shipping can have', () => {
  test.each<[string, object]>([
    ['no price', { lineCents: 0 }],
    ['no free shipping', { freeAboveCents: null }],
    ['a limit of a box', { maxParcelPounds: 70, maxParcelInches: 108.5 }],
    ['a price for oversize units', { oversize: { pieceCents: 80_00 } }],
    ['freight by quote', { freight: { mode: 'quote', zones: [] } }],
    ['a freight zone for each state', zones(...Object.keys(usStates).map((state) => zoneOf(state)))],
    ['a freight zone with several states and no days', zones({ ...zoneOf('CA', 'NV'), days: null })],
    ['pickup', { pickup: { offered: true, readyHours: 0 } }],
    ['a refused area', remote('refused')],
    ['an area that costs more', remote(20_00)],
    ['no PO boxes', { poBoxes: false }],
    ['250 countries', { countries: countries(250) }],
    ['days', { days: { parcel: { min: 0, max: 365 }, oversize: { min: 3, max: 3 }, freight: null } }],
    ['500 categories', { kinds: kinds(500) }],
    ...['parcel', 'oversize', 'freight', 'pickup'].map((name): [string, object] => [
      `a category that is ${name}`,
      { kinds: [{ ...kind, class: name }] },
    ]),
  ])('%s', (_, shipping) => {
    expect(findProblem({ shipping })).toBeUndefined();
  });
});

describe('shipping is refused because', () => {
  const days = { parcel: null, oversize: null, freight: null };
  test.each<[reason: string, object]>([
    ['lineCents must be an amount from $0 to $10,000', { lineCents: -1 }],
    ['freeAboveCents must be an amount from $0 to $1,000,000', { freeAboveCents: 1_000_000_01 }],
    ['maxParcelPounds must be a number of pounds from 0.01 to 20,000', { maxParcelPounds: 0 }],
    ['maxParcelInches must be a number of inches from 0.1 to 1,000', { maxParcelInches: 0 }],
    ['maxParcelInches must have at most 1 decimals', { maxParcelInches: 1.25 }],
    ['oversize.pieceCents must be an amount from $0 to $10,000', { oversize: { pieceCents: -1 } }],
    ["freight.mode must be 'quote' or 'zones'", { freight: { mode: 'free', zones: [] } }],
    ['freight.zones.0.name is required', zones({ ...zone, name: '' })],
    ['freight.zones.0.states must be at least one state', zones(zoneOf())],
    ['freight.zones.1.states must not have CA, which is in West', zones(zone, zoneOf('NV', 'CA'))],
    ['freight.zones must be at most 60', zones(...Array.from({ length: 61 }, () => zone))],
    [
      'pickup.readyHours must be a whole number of hours from 0 to 1,000',
      { pickup: { offered: true, readyHours: -1 } },
    ],
    ["remote.alaska must be an amount from $0 to $10,000, 'same' or 'refused'", remote('free')],
    ['remote.alaska must be an amount from $0 to $10,000', remote(-1)],
    ['countries.0.country must be a country', { countries: [{ ...canada, country: 1 }] }],
    [
      'countries.0.country must be a two-letter country code other than US',
      { countries: [{ ...canada, country: 'US' }] },
    ],
    ['countries.1.country is already in the list', { countries: [canada, canada] }],
    ['countries must be at most 250', { countries: countries(251) }],
    ['days.parcel must not end before they begin', { days: { ...days, parcel: { min: 5, max: 2 } } }],
    [
      'days.parcel.min must be a whole number of days from 0 to 365',
      { days: { ...days, parcel: { min: -1, max: 2 } } },
    ],
    [
      'days.parcel.max must be a whole number of days from 0 to 365',
      { days: { ...days, parcel: { min: 1, max: 366 } } },
    ],
    ['kinds.0.class must be a shipping class', { kinds: [{ ...kind, class: 'boat' }] }],
    ['kinds.1.category is already in the list', { kinds: [kind, { ...kind, category: ' engines ' }] }],
    ['kinds must be at most 500', { kinds: kinds(501) }],
  ])('%s', (reason, shipping) => {
    expect(findProblem({ shipping })).toBe(`shipping.${reason}`);
  });
});
