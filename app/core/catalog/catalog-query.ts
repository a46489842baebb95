/**
 * 'best' sorts by match with the text, then parts in stock first, kinds mixed. 'mileage' puts the lowest first, unknown ones
 * last.
 */
export const partSorts = ['best', 'name', 'price_asc', 'price_desc', 'newest', 'mileage'] as const;

export type PartSort = (typeof partSorts)[number];

/** 'used' parts were installed before. Rebuilt ones count as used. */
export const origins = ['new', 'used'] as const;

export type Origin = (typeof origins)[number];

/** 'none' stands for a part that is not graded, or whose grade is X. */
export const gradeChoices = ['A', 'B', 'C', 'none'] as const;

export type GradeChoice = (typeof gradeChoices)[number];

/** Maximum miles of the donor vehicle. */
export const mileageChoices = [30_000, 60_000, 100_000, 150_000] as const;

export type MileageChoice = (typeof mileageChoices)[number];

/**
 * The evidence that a part fits a vehicle (docs/fitment.md), surest first. The first rule that holds counts. 'same-number' is a
 * whole number that says what a part fits, 'check-number' another number that both parts have.
 */
export const fitRules = ['listed', 'interchange', 'same-number', 'check-number'] as const;

export type FitRule = (typeof fitRules)[number];

/** A choice of the filter by engine. Other choices are engines as search_parts.engines has them: '5.7L V8'. */
export const NO_ENGINE = 'none';

/** Parts count as new arrivals for the rest of the day they were added on (UTC), and for this many days after it. */
export const NEW_ARRIVAL_DAYS = 30;

/** A missing filter matches all parts. */
export interface PartFilters {
  /** The shopper's text. app/core/search/text/interpret-query.ts reads it. */
  q?: string | undefined;
  make?: string | undefined;
  model?: string | undefined;
  year?: number | undefined;
  category?: string | undefined;
  /** Finds parts with any of these. */
  categories?: readonly string[] | undefined;
  /** Finds parts with any of these. */
  conditions?: readonly string[] | undefined;
  /** app/core/catalog/origin.ts defines it (findOrigin). */
  origin?: Origin | undefined;
  /** Finds parts with any of these. */
  grades?: readonly GradeChoice[] | undefined;
  /** Inclusive. Leaves out parts without a mileage. */
  maxMiles?: MileageChoice | undefined;
  /** Finds parts for any of these engines. NO_ENGINE stands for a part that names none. */
  engines?: readonly string[] | undefined;
  /** A key of part_kinds, alone or with a position ('brake-pads:front'), or the exact name of a part. */
  kind?: string | undefined;
  brand?: string | undefined;
  /** Inclusive. Any limit leaves out parts without a price. */
  minPriceCents?: number | undefined;
  /** Inclusive. */
  maxPriceCents?: number | undefined;
  inStock?: boolean | undefined;
  /** Finds parts that fit by any of these rules. Requires an exact vehicle. */
  fitBy?: readonly FitRule[] | undefined;
  newArrivals?: boolean | undefined;
  /** Finds only parts that fit the vehicle of the search. Has no effect without a vehicle. */
  onlyFits?: boolean | undefined;
}

/** Checks whether filters name one vehicle and no text. An index of the catalog finds its parts. */
export function isExactVehicle({ q, make, model, year }: PartFilters): boolean {
  return q === undefined && make !== undefined && model !== undefined && year !== undefined;
}
