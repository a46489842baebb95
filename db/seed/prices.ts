import { brandPriceLevel } from './brands.ts';
import type { FittingPart } from './part-kinds.ts';
import { itemAt, hashFraction, type Random } from './random.ts';
import type { Vehicle } from './make.ts';
import { driveOf } from './vehicles.ts';

export type UsedCondition = 'Excellent' | 'Very Good' | 'Good' | 'Fair' | 'Poor';

const conditionFactors: Record<UsedCondition, number> = {
  Excellent: 1.4,
  'Very Good': 1.2,
  Good: 1,
  Fair: 0.75,
  Poor: 0.5,
};

/** Most prices end with .99. */
const CENTS_BELOW = [1, 1, 1, 1, 1, 5, 5, 51, 0, 0];

/** Returns cents, the same for all years of a generation. */
export function newPriceCents(
  part: FittingPart,
  vehicle: Vehicle,
  engine: string | null,
  brand: string,
): number {
  const [low, high] = part.kind.price;
  const generation = generationName(vehicle);
  const own = hashFraction(`${generation}|${part.kind.slug}|${part.form.name}|${engine}`);
  const noise = hashFraction(`${generation}|${part.name}|${engine}|${brand}`);
  const level = 0.3 * own + 0.55 * brandPriceLevel(brand) + 0.15 * noise;
  return roundPriceCents((low + (high - low) * level) * factor(part, vehicle), noise);
}

/** Returns cents, more than any aftermarket price. */
export function makerPriceCents(part: FittingPart, vehicle: Vehicle, engine: string | null): number {
  const noise = hashFraction(`${generationName(vehicle)}|${part.kind.slug}|${part.numberForm}|${engine}`);
  return roundPriceCents(makerPrice(part, vehicle, noise), noise);
}

export function usedPriceCents(
  part: FittingPart,
  vehicle: Vehicle,
  engine: string | null,
  condition: UsedCondition,
  random: Random,
): number {
  const noise = hashFraction(`${generationName(vehicle)}|${part.kind.slug}|${part.numberForm}|${engine}`);
  const worth = (part.kind.usedPrice ?? 0.35) * conditionFactors[condition] * (0.8 + 0.4 * random.next());
  return roundPriceCents(makerPrice(part, vehicle, noise) * worth, random.next());
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

/** Rounds to whole dollars, or to $5 from $500, minus a few cents. */
function roundPriceCents(cents: number, noise: number): number {
  const step = cents < 50_000 ? 100 : 500;
  const rounded = Math.max(Math.round(cents / step), 1) * step;
  return rounded - itemAt(CENTS_BELOW, Math.floor(noise * 1_000_003));
}
