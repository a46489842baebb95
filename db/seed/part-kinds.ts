import { bodyCategories } from './part-kinds-body.ts';
import { chassisCategories } from './part-kinds-chassis.ts';
import { engineCategories } from './part-kinds-engine.ts';
import { driveOf, type Vehicle } from './vehicles.ts';

/** What a vehicle must have for a part to belong to it. */
type Need =
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
type EngineNeed = 'not-diesel' | 'not-hybrid';

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

/** A kind in one place and form that fits a vehicle: what a listing is about. */
export interface FittingPart {
  kind: PartKind;
  name: string;
  form: Choice;
  /** The form whose number it has: its own, or the one it replaces. */
  numberedAs: string;
  placeIndex: number;
  /** The engines it comes for; empty when it fits all of them alike. */
  engines: readonly string[];
}

export const categories: readonly Category[] = [
  ...chassisCategories,
  ...engineCategories,
  ...bodyCategories,
].toSorted((one, other) => (one.name < other.name ? -1 : 1));

/** Everything of a category that fits a vehicle, kind after kind. */
export function fittingParts(category: Category, vehicle: Vehicle): FittingPart[] {
  return category.kinds.filter((kind) => fits(kind, vehicle)).flatMap((kind) => fittingForms(kind, vehicle));
}

function fittingForms(kind: PartKind, vehicle: Vehicle): FittingPart[] {
  const engines = vehicle.generation.engines.filter((engine) => engineFits(kind.engineNeeds, engine));
  if (engines.length === 0) return [];

  const forms = kind.forms.map(asChoice).filter((form) => fits(form, vehicle));
  const places = (kind.places ?? ['']).map(asChoice);
  return places.flatMap((place, placeIndex) => {
    if (!fits(place, vehicle)) return [];
    return forms.map((form) => ({
      kind,
      name: `${place.name} ${form.name}`.trim(),
      form,
      numberedAs: (form.aftermarket ? forms[0] : form)?.name ?? form.name,
      placeIndex,
      engines: kind.byEngine ? engines : [],
    }));
  });
}

function asChoice(choice: Choice | string): Choice {
  return typeof choice === 'string' ? { name: choice } : choice;
}

function fits(part: { needs?: Need; from?: number; until?: number }, vehicle: Vehicle): boolean {
  if (vehicle.year < (part.from ?? 0) || vehicle.year > (part.until ?? Infinity)) return false;
  return part.needs === undefined || has(vehicle, part.needs);
}

function has(vehicle: Vehicle, need: Need): boolean {
  const { model, year } = vehicle;
  const drive = driveOf(vehicle);
  const onFrame = drive === 'truck' || drive === 'solid-axle-truck';
  switch (need) {
    case 'truck-frame':
      return onFrame;
    case 'unibody':
      return !onFrame;
    case 'independent-front-axle':
      return drive !== 'solid-axle-truck';
    case 'driven-front-axle':
      return drive !== 'rear' && drive !== 'solid-axle-truck';
    case 'driven-rear-axle':
      return drive === 'front-awd' || drive === 'rear-awd';
    case 'front-drive-shaft':
      return onFrame || drive === 'rear-awd';
    case 'rear-drive-shaft':
      return drive !== 'front';
    case 'transfer-case':
      return drive !== 'front' && drive !== 'rear';
    case 'four-doors':
      return !model.twoDoor;
    case 'manual-gearbox':
      return year <= (model.manualUntil ?? 0);
    case 'rear-drums':
      return year <= (model.rearDrumsUntil ?? 0);
    case 'hydraulic-steering':
      return year <= (model.hydraulicSteeringUntil ?? 0);
    case 'electric-steering':
      return year > (model.hydraulicSteeringUntil ?? 0);
  }
}

function engineFits(need: EngineNeed | undefined, engine: string): boolean {
  switch (need) {
    case 'not-diesel':
      return !engine.includes('Diesel');
    case 'not-hybrid':
      return !engine.includes('Hybrid');
    case undefined:
      return true;
  }
}
