/** 'best' is by match with the text, then parts in stock first, kinds mixed. 'mileage': lowest first, unknown ones last. */
export const partSorts = ['best', 'name', 'price_asc', 'price_desc', 'newest', 'mileage'] as const;

export type PartSort = (typeof partSorts)[number];

/** Whether a part was ever installed: rebuilt ones count as used. */
export const origins = ['new', 'used'] as const;

export type Origin = (typeof origins)[number];

/** 'none': a part that is not graded, or whose grade is X. */
export const gradeChoices = ['A', 'B', 'C', 'none'] as const;

export type GradeChoice = (typeof gradeChoices)[number];

/** Most miles of the donor vehicle. */
export const mileageChoices = [30_000, 60_000, 100_000, 150_000] as const;

export type MileageChoice = (typeof mileageChoices)[number];

/** Why a part is in the results of a vehicle (docs/fitment.md), best first. A part counts for the first that holds. */
export const fitRules = ['listed', 'interchange', 'same-number'] as const;

export type FitRule = (typeof fitRules)[number];

/** Parts count as new arrivals for the rest of the day they were added on (UTC), and for this many days after it. */
export const NEW_ARRIVAL_DAYS = 30;

/** A missing filter matches all parts. */
export interface PartFilters {
  /** What a shopper typed, see app/core/search/text/interpret-query.ts. */
  q?: string | undefined;
  make?: string | undefined;
  model?: string | undefined;
  year?: number | undefined;
  category?: string | undefined;
  /** Any of these. */
  conditions?: readonly string[] | undefined;
  /** See findOrigin in app/core/catalog/origin.ts. */
  origin?: Origin | undefined;
  /** Any of these. */
  grades?: readonly GradeChoice[] | undefined;
  /** Inclusive. Finds parts with a mileage. */
  maxMiles?: MileageChoice | undefined;
  /** The exact name of a part. */
  kind?: string | undefined;
  brand?: string | undefined;
  /** Inclusive. With a limit, parts without a price are not found. */
  minPriceCents?: number | undefined;
  /** Inclusive. */
  maxPriceCents?: number | undefined;
  inStock?: boolean | undefined;
  /** Any of these. Only for the parts that fit an exact vehicle. */
  fitBy?: readonly FitRule[] | undefined;
  newArrivals?: boolean | undefined;
}

/** Checks whether filters name one vehicle, and no text. An index of the catalog finds its parts. */
export function isExactVehicle({ q, make, model, year }: PartFilters): boolean {
  return q === undefined && make !== undefined && model !== undefined && year !== undefined;
}
