import type { FitAnswer } from './fit.ts';
import type { Origin } from './origin.ts';
import type { ShownProperties } from './part-fields.ts';

/** A part as shoppers see it (Spec §3, Part). Amounts are in cents. `stock` excludes held units. */
export interface Part extends Omit<ShownProperties, 'origin'> {
  id: string;
  /** The stated origin, or what the condition says. */
  origin: Origin;
  /** Example: 'Used · Grade A · 84,000 mi'. */
  summary: string;
  /** True if open payments hold all remaining units. */
  allHeld: boolean;
  /** Says whether and why the part fits. Only lists for a vehicle have it. */
  fit?: FitAnswer;
}

export const DEFAULT_CONDITION = 'Good';

/** A part without stock gets this condition if none is chosen (Spec §4). */
export const OUT_OF_STOCK_CONDITION = 'Out of Stock';

/** Tells whether at least one unit is for sale (Spec §4). */
export function isInStock(part: Pick<Part, 'stock'>): boolean {
  return part.stock > 0;
}

/** Tells whether the part is in stock and has a price. */
export function canBeBought(part: Pick<Part, 'stock' | 'priceCents'>): boolean {
  return isInStock(part) && Boolean(part.priceCents);
}

/** Checks whether a text is a UUID. */
export function isPartId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}

/** Returns the part's description, or else its brand (or 'OEM') and name (Spec §3). */
export function partDescription(part: Pick<Part, 'name' | 'brand' | 'description'>): string {
  return part.description || `${part.brand || 'OEM'} ${part.name}`;
}
