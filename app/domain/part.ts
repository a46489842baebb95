/** A part as a shopper sees it (Spec §3, Part). */
export interface Part {
  id: string;
  name: string;
  oemNumber: string | null;
  brand: string | null;
  category: string;
  description: string | null;
  make: string | null;
  model: string | null;
  year: number | null;
  engine: string | null;
  /** The name of a condition; the specification's part_type. */
  condition: string | null;
  /** In cents. Null, or 0, when the shop has not priced it yet: it can be asked for, not bought. */
  priceCents: number | null;
  /** How many can still be bought: stock less what payments under way hold. */
  stock: number;
  /** None can be bought now, because payments under way hold all that are left. */
  allHeld: boolean;
  imageUrl: string | null;
  /** Share of the price: 0.08 is 8 %. Null: the shop's default. */
  taxRate: number | null;
  /** For a line of it, in cents. Null: the shop's rule. */
  shippingCostCents: number | null;
}

/** What a part without a condition counts as in the catalogue (Spec §9). */
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
