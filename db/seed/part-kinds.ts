import { bodyCategories } from './part-kinds-body.ts';
import { chassisCategories } from './part-kinds-chassis.ts';
import { engineCategories } from './part-kinds-engine.ts';
import type { Vehicle } from './make.ts';
import type { Category, Choice, EngineNeed, Need, PartKind } from './part-kind.ts';
import { driveOf } from './vehicles.ts';

export interface FittingPart {
  kind: PartKind;
  name: string;
  form: Choice;
  /** The part's own form, or the one that it replaces. */
  numberForm: string;
  placeIndex: number;
  /** Empty if the part fits all engines. */
  engines: readonly string[];
}

export const categories: readonly Category[] = [
  ...chassisCategories,
  ...engineCategories,
  ...bodyCategories,
].toSorted((one, other) => (one.name < other.name ? -1 : 1));

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
      numberForm: (form.aftermarket ? forms[0] : form)?.name ?? form.name,
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
  return part.needs === undefined || meetsNeed(vehicle, part.needs);
}

function meetsNeed(vehicle: Vehicle, need: Need): boolean {
  const { model, year } = vehicle;
  const drive = driveOf(vehicle);
  const isTruck = drive === 'truck' || drive === 'solid-axle-truck';
  switch (need) {
    case 'truck-frame':
      return isTruck;
    case 'unibody':
      return !isTruck;
    case 'independent-front-axle':
      return drive !== 'solid-axle-truck';
    case 'driven-front-axle':
      return drive !== 'rear' && drive !== 'solid-axle-truck';
    case 'driven-rear-axle':
      return drive === 'front-awd' || drive === 'rear-awd';
    case 'front-drive-shaft':
      return isTruck || drive === 'rear-awd';
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
