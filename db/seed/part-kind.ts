/** What a vehicle must have for a part to belong to it. */
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

/** Which engines a part belongs to. */
export type EngineNeed = 'not-diesel' | 'not-hybrid';

/** One form or place of a part: a plain name, or a name with its limits. */
export interface Choice {
  name: string;
  needs?: Need;
  /** First and last model year it was fitted to. */
  from?: number;
  until?: number;
  /** Times the price of the kind. */
  price?: number;
  /** An aftermarket grade: sold new only, never by the maker, and replaces the first form's number. */
  aftermarket?: true;
}

export interface PartKind {
  /** The name of its picture. */
  slug: string;
  subcategory: string;
  /** Where it sits on the car: put in front of the name. */
  places?: readonly (Choice | string)[];
  /** What a shop calls it; the first one is the plain part. */
  forms: readonly (Choice | string)[];
  /** New from the aftermarket for a volume make, in cents: the cheapest and the dearest. */
  price: readonly [number, number];
  /** Share of the listings that are used; none means never used. */
  usedShare?: number;
  /** A used one in good condition, as a share of the maker's new price. */
  usedPrice?: number;
  /** Brands that make it for the aftermarket. Empty: only the maker does. */
  brands: readonly string[];
  /** What is in the box of a new one. */
  contents: string;
  /** Differs from engine to engine, so a listing names the engine. */
  byEngine?: true;
  engineNeeds?: EngineNeed;
  needs?: Need;
  from?: number;
  until?: number;
}

export interface Category {
  name: string;
  /** How early a small catalogue stocks it, and how many listings it has per vehicle; 1 is average. */
  reach: number;
  depth: number;
  kinds: readonly PartKind[];
}
