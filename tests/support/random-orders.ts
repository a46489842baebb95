import fc from 'fast-check';
import { type Destination, usStates } from '#core/addresses/destination.ts';
import type { PricedLine } from '#core/pricing/line.ts';
import type { CoreTerms, PricingTerms, ShippingTerms, TaxTerms } from '#core/pricing/pricing-terms.ts';
import { shippingClasses } from '#core/catalog/shipping-class.ts';
import type { TaxRates } from '#core/pricing/tax-rates.ts';
import type { Restriction } from '#core/catalog/restricted/restriction.ts';
import { findStateOfZip } from '#core/addresses/zip-state.ts';

const anyCents = (max: number) => fc.integer({ min: 0, max });
const anyState = fc.oneof(
  fc.constantFrom('CA', 'NV', 'AK', 'HI', 'PR', 'AE'),
  fc.constantFrom(...Object.keys(usStates)),
);
const anyCategory = fc.constantFrom('Brakes', 'Engine', 'Body', 'Glass');
const anySpelling = anyCategory.chain((name) => fc.constantFrom(name, name.toUpperCase(), ` ${name} `));
const anyPounds = fc.oneof(
  fc.integer({ min: 1, max: 2_000 }).map((hundredths) => hundredths / 100),
  fc.constantFrom(0.1, 0.3, 7, 35, 70, 150, 1_200),
);
const anyInches = fc.integer({ min: 1, max: 1_200 }).map((tenths) => tenths / 10);
const anyRate = (units: number) => fc.integer({ min: 0, max: units / 5 }).map((rate) => rate / units);
const anyDays = fc.option(
  fc.tuple(anyCents(10), anyCents(10)).map(([min, more]) => ({ min, max: min + more })),
);

/** A new lead-acid battery. */
const anyBattery: fc.Arbitrary<Restriction> = fc.record({
  kind: fc.constant('leadAcidBatteries'),
  refusal: fc.constant(null),
  notSoldIn: fc.constant([]),
  groundOnly: fc.constant(false),
  batteryFee: fc.record({ pieceCents: anyCents(500), isRefunded: fc.boolean() }),
});

export const anyLine: fc.Arbitrary<PricedLine> = fc.record({
  unitPriceCents: fc.oneof(
    fc.integer({ min: 1, max: 500_000 }),
    fc.constantFrom(1, 5_000, 9_999, 10_000, 10_001),
  ),
  quantity: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constantFrom(1, 999)),
  taxRate: fc.option(fc.oneof(anyRate(100_000), fc.constant(0)), { freq: 2 }),
  shippingCostCents: fc.option(anyCents(20_000), { freq: 2 }),
  category: fc.option(anySpelling),
  condition: fc.option(fc.constantFrom('New', 'Good', 'Remanufactured')),
  shippingClass: fc.option(fc.constantFrom(...shippingClasses), { freq: 2 }),
  weightPounds: fc.option(anyPounds),
  lengthIn: fc.option(anyInches),
  widthIn: fc.option(anyInches, { freq: 2 }),
  heightIn: fc.option(anyInches, { freq: 2 }),
  coreChargeCents: fc.option(anyCents(50_000), { freq: 2 }),
  restriction: fc.option(anyBattery, { freq: 2, nil: undefined }),
});

const anyZone = fc.record({
  name: fc.constant('Zone'),
  baseCents: anyCents(50_000),
  centsPerHundredPounds: anyCents(9_999),
  residentialCents: anyCents(12_500),
  liftgateCents: anyCents(9_500),
  days: anyDays,
});

/** The zones have no state in common. */
const anyZones = fc
  .tuple(fc.uniqueArray(anyState, { maxLength: 40 }), fc.array(anyZone, { maxLength: 3 }))
  .map(([states, zones]) =>
    zones
      .map((zone, index) =>
        Object.assign(zone, { states: states.filter((_, at) => at % zones.length === index) }),
      )
      .filter(({ states: served }) => served.length > 0),
  );

const anyRule = fc.oneof(fc.constant('same' as const), fc.constant('refused' as const), anyCents(9_000));

export const anyShipping: fc.Arbitrary<ShippingTerms> = fc.record({
  lineCents: fc.oneof(fc.constant(1_500), anyCents(5_000)),
  freeAboveCents: fc.oneof(fc.constantFrom(10_000, null), anyCents(1_000_000)),
  maxParcelPounds: fc.option(fc.constantFrom(0.3, 20, 50, 70, 150)),
  maxParcelInches: fc.option(fc.constantFrom(48, 108)),
  oversize: fc.record({ pieceCents: fc.option(anyCents(20_000)) }),
  freight: fc.record({ mode: fc.constantFrom('quote', 'zones'), zones: anyZones }),
  pickup: fc.record({ offered: fc.boolean(), readyHours: fc.constant(24) }),
  remote: fc.record({ alaska: anyRule, hawaii: anyRule, territories: anyRule, military: anyRule }),
  poBoxes: fc.boolean(),
  countries: fc.uniqueArray(
    fc.record({ country: fc.constantFrom('CA', 'MX', 'DE'), parcelCents: anyCents(20_000), days: anyDays }),
    { selector: ({ country }) => country, maxLength: 2 },
  ),
  days: fc.record({ parcel: anyDays, oversize: anyDays, freight: anyDays }),
  kinds: fc.uniqueArray(
    fc.record({
      category: anyCategory,
      class: fc.constantFrom(...shippingClasses),
      pounds: fc.option(anyPounds),
      lengthIn: fc.option(anyInches),
      widthIn: fc.option(anyInches),
      heightIn: fc.option(anyInches),
    }),
    { selector: ({ category }) => category, maxLength: 3 },
  ),
});

export const anyTax: fc.Arbitrary<TaxTerms> = fc.record({
  mode: fc.constantFrom('flat', 'table', 'service'),
  flatRate: fc.oneof(fc.constant(0.08), anyRate(100_000)),
  states: fc.uniqueArray(
    fc.record({
      state: anyState,
      rate: anyRate(1_000_000),
      usesTable: fc.boolean(),
      taxesShipping: fc.boolean(),
    }),
    { selector: ({ state }) => state, maxLength: 5 },
  ),
});

export const anyCores: fc.Arbitrary<CoreTerms> = fc.record({
  returnDays: fc.integer({ min: 1, max: 365 }),
  taxed: fc.boolean(),
  refundsTax: fc.record({ new: fc.boolean(), used: fc.boolean(), refurbished: fc.boolean() }),
  kinds: fc.uniqueArray(fc.record({ category: anyCategory, chargeCents: anyCents(50_000) }), {
    selector: ({ category }) => category,
    maxLength: 3,
  }),
});

/** State -> one of its ZIP codes. */
const zipOf = new Map(
  Array.from({ length: 100_000 }, (_, number) => String(number).padStart(5, '0')).map((zip) => [
    findStateOfZip(zip),
    zip,
  ]),
);

const anyUsPlace = anyState.map((state) => ({ state, zip: zipOf.get(state) ?? '' }));

const anyRoute = fc.record({
  kind: fc.constant('ship' as const),
  country: fc.oneof({ weight: 6, arbitrary: fc.constant('US') }, fc.constantFrom('CA', 'MX', 'DE', 'FR')),
  place: fc.constantFrom('business' as const, 'residential' as const),
  liftgate: fc.boolean(),
  poBox: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
});

const anyShipTo: fc.Arbitrary<Destination> = fc
  .tuple(anyRoute, anyUsPlace)
  .map(([route, place]) => Object.assign(route, place));

export const anyDestination: fc.Arbitrary<Destination> = fc.oneof(
  { weight: 5, arbitrary: anyShipTo },
  fc.constant({ kind: 'pickup' as const, location: 'Main yard' }),
);

const anyTaxRates: fc.Arbitrary<TaxRates> = fc.record({
  jurisdictions: fc.array(
    fc.record({
      level: fc.constantFrom('state', 'county', 'city', 'district'),
      name: fc.constantFrom('California', 'San Diego County', 'National City'),
      rate: anyRate(1_000_000),
    }),
    { maxLength: 4 },
  ),
  taxesShipping: fc.boolean(),
});

export const anyTerms: fc.Arbitrary<PricingTerms> = fc.record({
  shipping: anyShipping,
  tax: anyTax,
  cores: anyCores,
  destination: fc.option(anyDestination),
  taxRates: fc.option(anyTaxRates),
  pickupState: fc.constantFrom(undefined, 'CA', 'NV'),
  exempt: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
});
