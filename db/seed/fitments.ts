import type { FittingPart } from './part-kinds.ts';
import type { Vehicle } from './make.ts';
import { createRandom, hash, type Random } from './random.ts';

/** Columns of parts_catalog. */
export interface SeedFitFacts {
  superseded_numbers: string | null;
  number_source: 'part' | 'packaging' | 'catalog' | null;
  needs_programming: boolean;
  fits_only_listed: boolean;
}

/** Columns of part_fitments. */
export interface SeedFitment {
  make: string;
  model: string;
  from_year: number;
  to_year: number;
  engine: string | null;
}

interface NumberedPart {
  id: string;
  part: FittingPart;
  vehicle: Vehicle;
  engine: string | null;
  number: string | null;
  /** 'maker' is a new part of the vehicle's maker. */
  offer: 'maker' | 'aftermarket' | 'used';
}

const MOST_YEARS = 4;

/** Draws from its own random source, just like used facts. Lists years of the same generation around the part's own. */
export function fitFacts({ id, part, vehicle, engine, number, offer }: NumberedPart) {
  const random = createRandom(hash(`fits ${id}`));
  const { make, model, generation, year } = vehicle;
  const isListed = random.chance(0.45);
  const from_year = Math.max(generation.years[0], year - random.below(MOST_YEARS));
  const to_year = Math.min(generation.years[1], year + random.below(MOST_YEARS));
  const isRange = isListed && from_year < to_year;
  const identity = [make.name, model.name, generation.years[0], part.kind.slug, part.name, engine].join('|');
  const facts: SeedFitFacts = {
    number_source: null,
    superseded_numbers: number !== null && random.chance(0.06) ? olderNumber(number) : null,
    needs_programming: /control module|engine computer|\becu\b|key fob/i.test(part.name),
    fits_only_listed: isRange && random.chance(0.1),
  };
  const fitments: SeedFitment[] = isRange
    ? [{ make: make.name, model: model.name, from_year, to_year, engine }]
    : [];
  const code = random.chance(0.3) ? interchangeCode(part, identity) : null;
  if (number !== null) facts.number_source = numberSource(offer, random);
  return { facts, fitments, interchangeCode: code };
}

/** Most numbers of used parts are read off them. Aftermarket parts name the maker's number of a catalog. */
function numberSource(offer: NumberedPart['offer'], random: Random): SeedFitFacts['number_source'] {
  if (offer === 'maker') return 'packaging';
  if (offer === 'aftermarket') return 'catalog';
  return random.chance(0.6) ? 'part' : random.chance(0.5) ? 'catalog' : null;
}

/** Returns the number before the last change. Example: '45022-TR3-A00' for '45022-TR3-A01'. */
function olderNumber(number: string): string {
  return number.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 9) % 10));
}

/** Writes a code in the style of a yard: the kind, and a number for all parts that are the same. */
function interchangeCode(part: FittingPart, identity: string): string {
  return `${100 + (hash(part.kind.slug) % 800)}-${String(hash(identity) % 100_000).padStart(5, '0')}`;
}
