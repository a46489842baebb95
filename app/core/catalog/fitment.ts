import type { FitRule } from './catalog-query.ts';
import type { Fit, FitAnswer } from './fit.ts';
import type { GarageVehicle } from '#core/vehicles/garage.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';

export type { Fit, FitAnswer };

export interface PartVehicle {
  make: string | null;
  model: string | null;
  year: number | null;
}

/** A vehicle, or several years of it, that is listed for a part. */
export interface Fitment {
  make: string;
  model: string;
  fromYear: number;
  toYear: number;
  /** Null means all engines. */
  engine: string | null;
  /** Null means all trims. */
  trim: string | null;
  /** Place on the vehicle. Example: 'Front left'. */
  position: string | null;
  note: string | null;
}

type Vehicle = Pick<GarageVehicle, 'make' | 'model' | 'year'>;

/** The finding of part_fits in the database (docs/fitment.md). */
export type FoundFit =
  | {
      rule: 'listed';
      engine: string | null;
      trim: string | null;
      position: string | null;
      note: string | null;
    }
  /** The part, or one with its interchange code, is listed for the vehicle with other engines than the vehicle's own. */
  | { rule: 'other-engine'; engine: string; own: string }
  | { rule: 'interchange' }
  | { rule: 'same-number'; number: string; decides: boolean }
  | { rule: 'check-number'; number: string; isCoded: boolean }
  | { rule: 'only-listed' }
  | { rule: 'none' };

/** The first words of a reason. */
export const fitRuleNames: Record<FitRule, string> = {
  listed: 'Listed for your car',
  interchange: 'Fits by interchange',
  'same-number': 'Same part number as listed for your car',
  'check-number': 'Same OEM number: check yours',
};

/** Explains how a part fits a vehicle. @param part its own vehicle. */
export function describeFit(found: FoundFit, part: PartVehicle): FitAnswer {
  const own = vehicleName(part);
  switch (found.rule) {
    case 'listed':
      return { fit: 'fits', reason: describeListed(found) };
    case 'other-engine':
      return { fit: 'unknown', reason: `Listed for your car with ${found.engine}; yours has ${found.own}` };
    case 'interchange':
      return { fit: 'fits', reason: fitRuleNames.interchange };
    case 'same-number':
      return found.decides
        ? { fit: 'fits', reason: fitRuleNames['same-number'] }
        : { fit: 'same-number', reason: describeSameNumber(found.number, part) };
    case 'check-number':
      return {
        fit: 'check-number',
        reason: found.isCoded
          ? "Needs programming; some can't be reused"
          : describeSameNumber(found.number, part),
      };
    case 'only-listed':
      return { fit: 'no', reason: own ? `Fits only listed cars, such as ${own}` : 'Fits only listed cars' };
    case 'none':
      return { fit: 'unknown', reason: own ? `Listed for ${own}` : 'No cars listed' };
  }
}

function describeListed({
  engine,
  trim,
  position,
  note,
}: Omit<Fitment, 'make' | 'model' | 'fromYear' | 'toYear'>) {
  const variant = [trim, engine].filter(Boolean).join(' ');
  const listed = `${fitRuleNames.listed}${variant && ` with ${variant}`}`;
  return [listed, ...[position, note].filter((text) => text !== null)].join(' · ');
}

function describeSameNumber(number: string, { make, model, year }: PartVehicle): string {
  const from = [year, model ?? make].filter(Boolean).join(' ');
  return `Number ${number}${from && `, from a ${from}`}`;
}

/**
 * Compares a vehicle with a part's own vehicle alone: nothing else is known of a sold part. Ignores case and spaces in names.
 * @param part its vehicle, or the name of the vehicle as an order has it.
 */
export function fitOf(part: PartVehicle | string, vehicle: Vehicle): FitAnswer {
  const listed = typeof part === 'string' ? part : vehicleName(part);
  if (isSame(listed, vehicleName(vehicle))) return { fit: 'fits', reason: fitRuleNames.listed };
  return { fit: 'unknown', reason: listed ? `Listed for ${listed}` : 'No cars listed' };
}

/** Says why a part should not be paid for a vehicle before the shopper confirms it. Undefined for a part that may fit. */
export function reasonToAsk(
  { fit, reason }: FitAnswer,
  part: PartVehicle | string,
  vehicle: Vehicle,
): string | undefined {
  if (fit === 'no') return reason;
  if (fit !== 'unknown' || typeof part === 'string' || !part.make || !part.model) return undefined;
  const own = `${part.make} ${part.model}`;
  return isSame(own, `${vehicle.make} ${vehicle.model}`)
    ? undefined
    : `This part is for a ${own}. Your car is a ${vehicle.year} ${vehicle.model}.`;
}

/** Short form for cards: the model is enough there. */
export function fitLabel(fit: Fit, { model }: Pick<Vehicle, 'model'>): string {
  switch (fit) {
    case 'fits':
      return `Fits your ${model}`;
    case 'same-number':
    case 'check-number':
      return fitRuleNames[fit];
    case 'no':
      return `Doesn't fit your ${model}`;
    case 'unknown':
      return 'Check fit';
  }
}

function isSame(one: string, other: string): boolean {
  const plain = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return plain(one) === plain(other);
}
