import { brandPriceLevel } from './brands.ts';
import type { FittingPart } from './part-kinds.ts';
import { itemAt, share, type Random } from './random.ts';
import type { Vehicle } from './make.ts';
import { driveOf } from './vehicles.ts';

/** Conditions of used parts, best first. */
export type UsedCondition = 'Excellent' | 'Very Good' | 'Good' | 'Fair' | 'Poor';

/** Times the price of a used part in good condition. */
const conditionFactors: Record<UsedCondition, number> = {
  Excellent: 1.4,
  'Very Good': 1.2,
  Good: 1,
  Fair: 0.75,
  Poor: 0.5,
};

/** Cents by which shop prices stay below the next dollar; x.99 is the commonest. */
const belowDollar = [1, 1, 1, 1, 1, 5, 5, 51, 0, 0];

/**
 * Cents for a new part of an aftermarket brand. It is the same for all years of a generation, so that a
 * brand's part costs the same wherever it shows up.
 */
export function newPriceCents(
  part: FittingPart,
  vehicle: Vehicle,
  engine: string | null,
  brand: string,
): number {
  const [low, high] = part.kind.price;
  const generation = generationName(vehicle);
  const own = share(`${generation}|${part.kind.slug}|${part.form.name}|${engine}`);
  const noise = share(`${generation}|${part.name}|${engine}|${brand}`);
  const level = 0.3 * own + 0.55 * brandPriceLevel(brand) + 0.15 * noise;
  return shopPriceCents((low + (high - low) * level) * factor(part, vehicle), noise);
}

/** Cents for a new part from the maker: dearer than every aftermarket brand. */
export function makerPriceCents(part: FittingPart, vehicle: Vehicle, engine: string | null): number {
  const noise = share(`${generationName(vehicle)}|${part.kind.slug}|${part.numberedAs}|${engine}`);
  return shopPriceCents(makerPrice(part, vehicle, noise), noise);
}

/** Cents for one used part: no two cost quite the same. */
export function usedPriceCents(
  part: FittingPart,
  vehicle: Vehicle,
  engine: string | null,
  condition: UsedCondition,
  random: Random,
): number {
  const noise = share(`${generationName(vehicle)}|${part.kind.slug}|${part.numberedAs}|${engine}`);
  const worth = (part.kind.usedPrice ?? 0.35) * conditionFactors[condition] * (0.8 + 0.4 * random.next());
  return shopPriceCents(makerPrice(part, vehicle, noise) * worth, random.next());
}

function makerPrice(part: FittingPart, vehicle: Vehicle, noise: number): number {
  const [low, high] = part.kind.price;
  return (0.25 * low + 0.75 * high) * (0.9 + 0.5 * noise) * factor(part, vehicle);
}

function factor(part: FittingPart, vehicle: Vehicle): number {
  const size = driveOf(vehicle).endsWith('truck') ? 1.1 : 1;
  return (part.form.price ?? 1) * vehicle.make.priceLevel * size;
}

function generationName({ make, model, generation }: Vehicle): string {
  return `${make.name}|${model.name}|${generation.years[0]}`;
}

/** Rounds to what a shop asks: whole dollars, from 500 dollars whole fives, less a few cents. */
function shopPriceCents(cents: number, noise: number): number {
  const step = cents < 50_000 ? 100 : 500;
  const rounded = Math.max(Math.round(cents / step), 1) * step;
  return rounded - itemAt(belowDollar, Math.floor(noise * 1_000_003));
}
