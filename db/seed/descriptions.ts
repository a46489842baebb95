import type { FittingPart } from './part-kinds.ts';
import type { UsedCondition } from './prices.ts';
import type { Random } from './random.ts';
import type { Vehicle } from './make.ts';
import { findingsFor } from './yard-findings.ts';

/** The year is fixed, so that the demo parts are the same every year. */
const STOCK_YEAR = 2025;

/** Months (Spec §9: OEM 12 to 36, aftermarket 12 to 24). */
const makerWarranties = [12, 24, 24, 36];
const aftermarketWarranties = [12, 12, 18, 24, 24];

interface NewPart {
  part: FittingPart;
  vehicle: Vehicle;
  brand: string;
  isRemanufactured: boolean;
  coreCents: number | null;
}

export function describeNew(offer: NewPart, random: Random): string {
  const { part, vehicle, brand, isRemanufactured, coreCents } = offer;
  const fromMaker = brand === vehicle.make.partsBrand;
  const months = random.pick(fromMaker ? makerWarranties : aftermarketWarranties);
  const made = random.pick([
    `New ${brand} part.`,
    `New, made by ${brand} to the original fit.`,
    'New in box.',
  ]);
  const opening = fromMaker ? `New in the original ${brand} box.` : made;
  return [
    isRemanufactured ? `Remanufactured by ${brand}.` : opening,
    part.kind.contents,
    ...(coreCents === null ? [] : ['Core charge applies.']),
    `${months}-month warranty.`,
  ].join(' ');
}

export function describeUsed(
  part: FittingPart,
  vehicle: Vehicle,
  engine: string | null,
  condition: UsedCondition,
  random: Random,
): string {
  const { make, model, year } = vehicle;
  const car = `${year} ${make.name} ${model.name}${engine === null ? '' : ` ${engine}`}`;
  const { sound, worn } = findingsFor(part.kind.slug);
  const finding = random.pick(condition === 'Fair' || condition === 'Poor' ? worn : sound);
  const origin = `from a ${car} with ${miles(year, random).toLocaleString('en-US')} miles.`;
  return random.pick([
    `Removed ${origin} ${finding} 30-day warranty.`,
    `Pulled ${origin} ${finding}`,
    `Used part ${origin} ${finding} Covered by our 30-day warranty.`,
  ]);
}

export function describeCallForPrice(vehicle: Vehicle, random: Random): string {
  const donor = `${miles(vehicle.year, random).toLocaleString('en-US')} miles on the donor car`;
  return `Call for price: ${donor}, cost depends on delivery. 30-day warranty.`;
}

/** Returns the mileage of a vehicle of a model year, by its age. */
export function miles(year: number, random: Random): number {
  const years = STOCK_YEAR - year + 0.5;
  const run = Math.min(years * (7_000 + 9_000 * random.next()), 170_000 + 70_000 * random.next());
  return Math.round(run / 100) * 100 + random.below(100);
}
