import type { FitAnswer } from './fit.ts';
import type { Origin } from './origin.ts';
import type { ShownProperties } from './part-fields.ts';

/** A part as shoppers see it (Spec §3, Part). Amounts are in cents; `stock` excludes held pieces. */
export interface Part extends Omit<ShownProperties, 'origin'> {
  id: string;
  /** Stated, or as the condition says. */
  origin: Origin;
  /** As in 'Used · Grade A · 84,000 mi'. */
  summary: string;
  /** Open payments hold all remaining pieces. */
  allHeld: boolean;
  /** Only in lists for a vehicle: whether it fits that one, and why. */
  fit?: FitAnswer;
}

export const DEFAULT_CONDITION = 'Good';

/** Whether at least one piece is for sale (Spec §4). */
export function isInStock(part: Pick<Part, 'stock'>): boolean {
  return part.stock > 0;
}

/** Whether the part is in stock and has a price. */
export function canBeBought(part: Pick<Part, 'stock' | 'priceCents'>): boolean {
  return isInStock(part) && Boolean(part.priceCents);
}

/** Whether a text is a valid part id: a UUID. */
export function isPartId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}

/** The part's description, else its brand (or 'OEM') and name (Spec §3). */
export function partDescription(part: Pick<Part, 'name' | 'brand' | 'description'>): string {
  return part.description || `${part.brand || 'OEM'} ${part.name}`;
}
