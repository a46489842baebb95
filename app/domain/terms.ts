import { formatShortDollars } from './money.ts';
import type { Part } from './part.ts';
import { business } from './business.ts';
import { shop } from './shop.ts';
import { FREE_SHIPPING_ABOVE_CENTS, LINE_SHIPPING_CENTS, priceOrder } from './pricing.ts';

/** What the warranty goes by. */
export type PartKind = 'oem' | 'aftermarket' | 'used';

export interface PartTerms {
  kind: PartKind;
  /** 'OEM part', 'Aftermarket part', 'Used part'. */
  name: string;
  /** How long it lasts: '12 to 36 months'. */
  warranty: string;
}

/** Spec §2 and §9, Warranty. */
const termsByKind: Record<PartKind, PartTerms> = {
  oem: { kind: 'oem', name: 'OEM part', warranty: inWords(shop.warranty.oem) },
  aftermarket: {
    kind: 'aftermarket',
    name: 'Aftermarket part',
    warranty: inWords(shop.warranty.aftermarket),
  },
  used: { kind: 'used', name: 'Used part', warranty: inWords(shop.warranty.used) },
};

/** All that a part's page says of the terms: on the server, so that a browser gets what concerns the part. */
export function termsInWords(part: Part) {
  const { name, warranty } = partTerms(part);
  return {
    warranty: `${name}: ${warranty}`,
    returns: returnTerms,
    shipping: shippingTerms(part),
    condition: part.condition === null ? undefined : conditionMeaning(part.condition),
  };
}

export type TermsInWords = ReturnType<typeof termsInWords>;

/** Spec §2 and §9, Returns: the same for every kind. */
const returnTerms =
  `Unused and in its original packaging, within ${business.returns.days} days. ` +
  `Refunds take ${inWords(business.returns.refundDays)} business days.`;

/** '12-36 months' as it is said: '12 to 36 months'. */
function inWords(range: string): string {
  return range.replace('-', ' to ');
}

/** Brands under which makers sell their own parts without naming themselves. */
const makersBrands = new Set(['motorcraft', 'mopar']);

/**
 * The terms that a part is sold on. The catalogue has no column for it, so its condition and brand tell (Spec §9):
 *
 * - any condition but 'New' is used; so is a part without a condition, or one whose condition is called
 *   'Out of Stock', since the shop then promises the least;
 * - a new part without a brand, with its vehicle's make in the brand ('Honda', 'Genuine Honda'), with the word
 *   'genuine' or 'OEM' in it, or of a maker's own parts brand is OEM;
 * - any other brand is aftermarket: suppliers of the makers (Denso, Bosch), and ACDelco, which GM keeps apart from its
 *   Genuine Parts.
 *
 * It errs where a brand is called like a make (RAM Clutches on a Ram counts as OEM) and where a maker sells under a
 * name that is not listed here.
 */
export function partTerms(part: Pick<Part, 'condition' | 'brand' | 'make'>): PartTerms {
  if (part.condition?.trim().toLowerCase() !== 'new') return termsByKind.used;
  return isMakersOwn(part.brand, part.make) ? termsByKind.oem : termsByKind.aftermarket;
}

function isMakersOwn(brand: string | null, make: string | null): boolean {
  const words = wordsOf(brand);
  if (words === '  ') return true;
  return (
    /\b(genuine|oem)\b/.test(words) ||
    (wordsOf(make) !== '  ' && words.includes(wordsOf(make))) ||
    makersBrands.has(words.trim())
  );
}

/** In lower case between blanks, so that whole words are found in it: ' genuine mercedes benz '. */
function wordsOf(text: string | null): string {
  const words = text?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} `;
}

/** What sending one of the part costs, in words. It is priced as the cart prices it (Spec §9, Line shipping). */
export function shippingTerms({ priceCents, shippingCostCents }: Shipped): string {
  const rule = `${formatShortDollars(LINE_SHIPPING_CENTS)}, or free above ${formatShortDollars(FREE_SHIPPING_ABOVE_CENTS)}`;
  if (!priceCents && shippingCostCents === null) return `Shipping is ${rule}`;
  const line = { unitPriceCents: priceCents ?? 0, quantity: 1, shippingCostCents };
  const { shippingCents } = priceOrder([line]);
  if (shippingCents === 0) return 'Free shipping';
  return shippingCostCents === null
    ? `Shipping is ${rule}`
    : `Shipping is ${formatShortDollars(shippingCents)}`;
}

type Shipped = Pick<Part, 'priceCents' | 'shippingCostCents'>;

/** What the usual conditions mean to a shopper. A condition that the shop has named otherwise explains itself. */
const meanings: Readonly<Record<string, string>> = {
  New: 'Never installed, as it came from its maker.',
  Excellent: 'Used, with hardly a trace of it, and works like new.',
  'Very Good': 'Used and fully working, with light marks.',
  Good: 'Used and fully working, with the wear of its age.',
  Fair: 'Works, but worn or marked: read the description first.',
  Poor: 'Heavily worn or damaged: to repair, or to take parts from.',
};

export function conditionMeaning(condition: string): string | undefined {
  return Object.hasOwn(meanings, condition) ? meanings[condition] : undefined;
}
