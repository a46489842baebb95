import { isPartId } from '#core/catalog/part.ts';

/** Filters of the admin's list of parts, besides its search. */
export interface PartsFilters {
  category?: string | undefined;
  condition?: string | undefined;
  stock?: 'in' | 'out' | undefined;
  price?: 'none' | undefined;
  /** 'hidden' finds drafts, and parts that were taken off the shop. Undefined finds those in the shop. */
  listing?: 'hidden' | undefined;
  /** Id of the scheduled import or bulk change that has hidden the parts. */
  by?: string | undefined;
}

export const stockFilters = { in: 'For sale', out: 'Out of stock' } as const;
export const priceFilters = { none: 'Without a price' } as const;
export const listingFilters = { hidden: 'Hidden' } as const;

const MAX_NAME_LENGTH = 200;

export function readPartsFilters(parameters: URLSearchParams): PartsFilters {
  const stock = parameters.get('stock');
  const isHidden = parameters.get('listing') === 'hidden';
  const by = parameters.get('by') ?? '';
  return {
    category: readName(parameters.get('category')),
    condition: readName(parameters.get('condition')),
    stock: stock === 'in' || stock === 'out' ? stock : undefined,
    price: parameters.get('price') === 'none' ? 'none' : undefined,
    listing: isHidden ? 'hidden' : undefined,
    by: isHidden && isPartId(by) ? by : undefined,
  };
}

function readName(sent: string | null): string | undefined {
  return sent === null || sent.includes('\0') || sent.length > MAX_NAME_LENGTH
    ? undefined
    : sent || undefined;
}

export function countPartsFilters(filters: PartsFilters): number {
  return Object.values(filters).filter((value) => value !== undefined).length;
}
