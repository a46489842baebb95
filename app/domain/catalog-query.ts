/** 'best' is by match with the text, then parts in stock first, kinds mixed. */
export const partSorts = ['best', 'name', 'price_asc', 'price_desc'] as const;

export type PartSort = (typeof partSorts)[number];

/** A missing filter matches all parts. */
export interface PartFilters {
  /** What a shopper typed, see app/domain/search/interpret-query.ts. */
  q?: string | undefined;
  make?: string | undefined;
  model?: string | undefined;
  year?: number | undefined;
  category?: string | undefined;
  condition?: string | undefined;
  inStock?: boolean | undefined;
}

/** Checks whether filters name one vehicle, and no text. An index of the catalog finds its parts. */
export function isExactVehicle({ q, make, model, year }: PartFilters): boolean {
  return q === undefined && make !== undefined && model !== undefined && year !== undefined;
}
