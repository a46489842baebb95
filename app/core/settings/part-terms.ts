import { isNew } from '#core/catalog/origin.ts';
import type { Part } from '#core/catalog/part.ts';
import { chooseWarranty } from '#core/catalog/part-warranty.ts';
import type { Shop } from './shop.ts';

export type PartKind = 'oem' | 'aftermarket' | 'used';

export interface PartTerms {
  kind: PartKind;
  name: string;
  /** One period, or a range if the shop knows no more. Examples: '18 months', '12 to 36 months'. */
  warranty: string;
}

const kindNames: Record<PartKind, string> = {
  oem: 'OEM part',
  aftermarket: 'Aftermarket part',
  used: 'Used part',
};

const manufacturerBrands = new Set(['motorcraft', 'mopar']);

export type CoveredPart = Pick<Part, 'origin' | 'brand' | 'make' | 'warranty'>;

/**
 * Finds a part's warranty terms (Spec §9) by origin and brand. They are `used` unless the part is new. They are `oem` or
 * `aftermarket` as the origin says. If it doesn't say, they are `oem` if the part has no brand, or if the brand has the
 * vehicle's make, 'genuine', 'OEM' or a manufacturer's parts brand in it, else `aftermarket`. This is wrong for a brand that
 * contains a make: RAM Clutches on a Ram count as `oem`. A part's own warranty replaces the terms unless they promise more.
 */
export function findPartTerms(part: CoveredPart, { warranty }: Pick<Shop, 'warranty'>): PartTerms {
  const kind = findPartKind(part);
  return {
    kind,
    name: kindNames[kind],
    warranty: chooseWarranty(part.warranty, warranty[kind].replace('-', ' to ')),
  };
}

/**
 * Leaves out the warranties of parts for which the shop's terms promise more, so that cards don't show them. The server does
 * it, so that browsers need not load these rules.
 */
export function keepOwnWarranties<Listed extends CoveredPart>(
  parts: readonly Listed[],
  shop: Pick<Shop, 'warranty'>,
): Listed[] {
  return parts.map((part) =>
    part.warranty === null || findPartTerms(part, shop).warranty === part.warranty
      ? part
      : { ...part, warranty: null },
  );
}

function findPartKind({ origin, brand, make }: CoveredPart): PartKind {
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
