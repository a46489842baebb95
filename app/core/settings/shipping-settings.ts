import { remoteAreas, type RemoteArea } from '#core/addresses/destination.ts';
import { categoryKey } from '#core/pricing/line.ts';
import { defaultShipping } from '#core/pricing/pricing-terms.ts';
import { shippingClasses } from '#core/catalog/shipping-class.ts';
import { z } from '#core/values/zod-in-browsers.ts';
import { cents, decimal, differentIn, requiredLine, usStateList, whole } from './fields.ts';

const MAX_POUNDS = 20_000;
const MAX_INCHES = 1_000;

const pounds = decimal(0.01, MAX_POUNDS, 2, 'pounds').nullable();
const inches = decimal(0.1, MAX_INCHES, 1, 'inches').nullable();

const days = z
  .strictObject({ min: whole(0, 365, 'days'), max: whole(0, 365, 'days') })
  .refine(({ min, max }) => min <= max, 'must not end before they begin')
  .nullable();

const zone = z.strictObject({
  name: requiredLine(60),
  states: usStateList,
  baseCents: cents(),
  centsPerHundredPounds: cents(),
  residentialCents: cents(),
  liftgateCents: cents(),
  days,
});

const kind = z.strictObject({
  category: requiredLine(200),
  class: z.enum(shippingClasses, 'must be a shipping class'),
  pounds,
  lengthIn: inches,
  widthIn: inches,
  heightIn: inches,
});

const country = z.strictObject({
  country: z
    .string('must be a country')
    .regex(/^(?!US)[A-Z]{2}$/, 'must be a two-letter country code other than US'),
  parcelCents: cents(),
  days,
});

const remoteRule = z.union(
  [z.literal('same'), z.literal('refused'), cents()],
  "must be an amount from $0 to $10,000, 'same' or 'refused'",
);

export const shippingSettings = z
  .strictObject({
    lineCents: cents().default(defaultShipping.lineCents),
    freeAboveCents: cents(1_000_000_00).nullable().default(defaultShipping.freeAboveCents),
    maxParcelPounds: pounds.default(defaultShipping.maxParcelPounds),
    maxParcelInches: inches.default(defaultShipping.maxParcelInches),
    oversize: z.strictObject({ pieceCents: cents().nullable() }).default(defaultShipping.oversize),
    freight: z
      .strictObject({
        mode: z.enum(['quote', 'zones'], "must be 'quote' or 'zones'"),
        zones: z.array(zone).max(60, 'must be at most 60').superRefine(refuseSharedStates),
      })
      .default(defaultShipping.freight),
    pickup: z
      .strictObject({ offered: z.boolean(), readyHours: whole(0, 1_000, 'hours') })
      .default(defaultShipping.pickup),
    remote: z
      .strictObject(
        Object.fromEntries(remoteAreas.map((area) => [area, remoteRule])) as Record<
          RemoteArea,
          typeof remoteRule
        >,
      )
      .default(defaultShipping.remote),
    poBoxes: z.boolean().default(defaultShipping.poBoxes),
    countries: z
      .array(country)
      .max(250, 'must be at most 250')
      .superRefine(differentIn('country', 'is already in the list'))
      .default(defaultShipping.countries),
    days: z.strictObject({ parcel: days, oversize: days, freight: days }).default(defaultShipping.days),
    kinds: z
      .array(kind)
      .max(500, 'must be at most 500')
      .superRefine(differentIn('category', 'is already in the list', ({ category }) => categoryKey(category)))
      .default(defaultShipping.kinds),
  })
  .prefault({});

/** Refuses a state in two zones. */
function refuseSharedStates(
  zones: readonly { name: string; states: readonly string[] }[],
  { addIssue }: z.RefinementCtx,
) {
  const zoneOf = new Map<string, string>();
  for (const [index, { name, states }] of zones.entries()) {
    const shared = states.find((state) => zoneOf.has(state));
    if (shared !== undefined) {
      const message = `must not have ${shared}, which is in ${zoneOf.get(shared)}`;
      addIssue({ code: 'custom', path: [index, 'states'], message });
    }
    for (const state of states) zoneOf.set(state, name);
  }
}
