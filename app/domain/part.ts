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
  imageUrl: string | null;
}

/** Spec §4: a part is in stock when at least one can be bought. */
export function isInStock(part: Pick<Part, 'stock'>): boolean {
  return part.stock > 0;
}

/** The part's own description, else its brand, or 'OEM' without one, and its name (Spec §3). */
export function partDescription(part: Pick<Part, 'name' | 'brand' | 'description'>): string {
  return part.description || `${part.brand || 'OEM'} ${part.name}`;
}
