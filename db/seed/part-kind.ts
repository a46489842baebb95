export type Need =
  | 'driven-front-axle'
  | 'driven-rear-axle'
  | 'electric-steering'
  | 'four-doors'
  | 'front-drive-shaft'
  | 'hydraulic-steering'
  | 'independent-front-axle'
  | 'manual-gearbox'
  | 'rear-drive-shaft'
  | 'rear-drums'
  | 'transfer-case'
  | 'truck-frame'
  | 'unibody';

export type EngineNeed = 'not-diesel' | 'not-hybrid';

export interface Choice {
  name: string;
  needs?: Need;
  from?: number;
  until?: number;
  price?: number;
  /** An aftermarket grade is only new, never from the maker, and has the number of the first form. */
  aftermarket?: true;
}

export interface PartKind {
  slug: string;
  subcategory: string;
  /** Positions on the vehicle, which precede the name. */
  places?: readonly (Choice | string)[];
  /** Possible names. The first is the standard part. */
  forms: readonly (Choice | string)[];
  /** Price range of new aftermarket parts for a volume make, in cents. */
  price: readonly [number, number];
  /** Share of used listings. Default: 0. */
  usedShare?: number;
  /** Price of a used part in good condition, as a share of the maker's new price. */
  usedPrice?: number;
  brands: readonly string[];
  /** The brands that sell it remanufactured. */
  remanufacturers?: readonly string[];
  /** Core charge in cents: on remanufactured parts, or on all parts of a kind that no brand remanufactures. */
  coreCents?: number;
  contents: string;
  byEngine?: true;
  engineNeeds?: EngineNeed;
  needs?: Need;
  from?: number;
  until?: number;
}

export interface Category {
  name: string;
  /** Priority in a small catalog, and listings per vehicle; 1 is average. */
  reach: number;
  depth: number;
  kinds: readonly PartKind[];
}
