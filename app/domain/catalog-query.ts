/** The orders of a list: by name (Spec §7), or by price with the name deciding between equal prices. */
export const partSorts = ['name', 'price_asc', 'price_desc'] as const;

export type PartSort = (typeof partSorts)[number];

/** Which parts a list shows. A missing filter lets all pass. */
export interface PartFilters {
  /** Words that must each occur, case-insensitively, in one of the fields that are searched. */
  q?: string | undefined;
  make?: string | undefined;
  model?: string | undefined;
  year?: number | undefined;
  category?: string | undefined;
  condition?: string | undefined;
  inStock?: boolean | undefined;
}
