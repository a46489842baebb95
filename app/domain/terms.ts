import { isNew, type Origin } from './origin.ts';
import type { Part } from './part.ts';
import { longerWarranty } from './part-warranty.ts';
import type { Shop } from './shop.ts';
import { describeReturnCondition } from './return-terms.ts';
import { describeRestriction, restrictLine } from './restricted/restrict-line.ts';
import type { RestrictedTerms } from './restricted/restricted-kinds.ts';
import { describeCore, describeShipping } from './pricing/describe-shipping.ts';
import type { CoreTerms, ShippingTerms } from './pricing/pricing-terms.ts';

export type PartKind = 'oem' | 'aftermarket' | 'used';

export interface PartTerms {
  kind: PartKind;
  name: string;
  warranty: string;
}

type Terms = Pick<Shop, 'warranty' | 'returns'>;

const kindNames: Record<PartKind, string> = {
  oem: 'OEM part',
  aftermarket: 'Aftermarket part',
  used: 'Used part',
};

interface OwnersTerms {
  business: Terms;
  shipping: ShippingTerms;
  cores: CoreTerms;
  restricted: RestrictedTerms;
}

/** Describes a part's warranty, returns, shipping, core charge, and condition. */
export function describeTerms(part: Part, { business, shipping, cores, restricted }: OwnersTerms) {
  const line = restrictLine(part, restricted);
  const { name, warranty } = findPartTerms(part, business);
  return {
    warranty: `${name}: ${warranty}`,
    returns: describeReturns(business, part.origin),
    shipping: describeShipping(line, shipping),
    restriction: line.restriction && describeRestriction(line.restriction),
    core: describeCore(part, cores),
    condition: describeCondition(part.condition),
  };
}

export type TermsText = ReturnType<typeof describeTerms>;

/** When parts of an origin can be returned, and how long a refund takes. Null: parts of all kinds. */
export function describeReturns({ returns }: Pick<Terms, 'returns'>, origin: Origin | null = null): string {
  return (
    `${describeReturnCondition(origin)}, within ${returns.days} days. ` +
    `Refunds take ${formatRange(returns.refundDays)} business days.`
  );
}

function formatRange(range: string): string {
  return range.replace('-', ' to ');
}

const manufacturerBrands = new Set(['motorcraft', 'mopar']);

type TermsPart = Pick<Part, 'origin' | 'brand' | 'make' | 'warranty'>;

/**
 * Finds a part's warranty terms (Spec §9) by origin and brand: `used` unless new; `oem` and `aftermarket` as stated, else
 * `oem` without a brand, or with the vehicle's make, 'genuine', 'OEM' or a manufacturer's parts brand in the brand; else
 * `aftermarket`. It is wrong for a brand that contains a make: RAM Clutches on a Ram count as `oem`.
 * A part's own warranty replaces a shorter one.
 */
export function findPartTerms(part: TermsPart, { warranty }: Pick<Terms, 'warranty'>): PartTerms {
  const kind = findPartKind(part);
  return {
    kind,
    name: kindNames[kind],
    warranty: longerWarranty(part.warranty, formatRange(warranty[kind])),
  };
}

function findPartKind({ origin, brand, make }: TermsPart): PartKind {
  if (!isNew(origin)) return 'used';
  if (origin === 'new') return isManufacturerPart(brand, make) ? 'oem' : 'aftermarket';
  return origin === 'new_oem' ? 'oem' : 'aftermarket';
}

function isManufacturerPart(brand: string | null, make: string | null): boolean {
  const words = normalizeWords(brand);
  if (words === '  ') return true;
  return (
    /\b(genuine|oem)\b/.test(words) ||
    words.includes(normalizeWords(make)) ||
    manufacturerBrands.has(words.trim())
  );
}

/** Spaces around each word match whole words: ' genuine mercedes benz '. */
function normalizeWords(text: string | null): string {
  const words = text?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} `;
}

const conditionDescriptions = new Map<string | null, string>([
  ['New', 'Never installed, as it came from the manufacturer.'],
  ['Excellent', 'Used, with almost no signs of wear. Works like new.'],
  ['Very Good', 'Used and fully working, with light marks.'],
  ['Good', 'Used and fully working, with normal wear for its age.'],
  ['Fair', 'Works, but is worn or marked. Read the description first.'],
  ['Poor', 'Heavily worn or damaged, for repair or for parts only.'],
]);

/** Describes a standard condition; undefined for any other. */
export function describeCondition(condition: string | null): string | undefined {
  return conditionDescriptions.get(condition);
}
