import type { ShownProperties } from './part-fields.ts';

/** A part as a shopper sees it (Spec §3, Part). Amounts are in cents; `stock` is what can still be bought. */
export interface Part extends ShownProperties {
  id: string;
  /** None can be bought now, because payments under way hold all that are left. */
  allHeld: boolean;
}

/** What a part without a condition counts as in the catalog (Spec §9). */
export const DEFAULT_CONDITION = 'Good';

/** Spec §4: a part is in stock when at least one can be bought. */
export function isInStock(part: Pick<Part, 'stock'>): boolean {
  return part.stock > 0;
}

/** A part that is in stock but has no price yet can only be asked for. */
export function canBeBought(part: Pick<Part, 'stock' | 'priceCents'>): boolean {
  return isInStock(part) && Boolean(part.priceCents);
}

/** Whether a text can be the id of a part in the catalogue: a uuid. */
export function isPartId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}

/** The part's own description, else its brand, or 'OEM' without one, and its name (Spec §3). */
export function partDescription(part: Pick<Part, 'name' | 'brand' | 'description'>): string {
  return part.description || `${part.brand || 'OEM'} ${part.name}`;
}
