import type { FittingPart } from './part-kinds.ts';
import type { Vehicle } from './make.ts';
import { createRandom, hash, type Random } from './random.ts';
import type { SeedFacts } from './used-facts.ts';

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
  origin: SeedFacts['origin'];
}

/**
 * Draws from its own random source, just like used facts. Parts with the same number have the same list of vehicles: the years
 * of a generation.
 */
export function fitFacts({ id, part, vehicle, engine, number, origin }: NumberedPart) {
  const random = createRandom(hash(`fits ${id}`));
  const { make, model, generation } = vehicle;
  const [first, last] = generation.years;
  const { kind, form, numberForm, placeIndex } = part;
  const identity = [make.name, model.name, first, kind.slug, numberForm, placeIndex, engine].join('|');
  const shared = createRandom(hash(`fits ${identity}`));
  const from_year = Math.max(first, kind.from ?? 0, form.from ?? 0);
  const to_year = Math.min(last, kind.until ?? Infinity, form.until ?? Infinity);
  const isRange = shared.chance(0.45) && from_year < to_year;
  const facts: SeedFitFacts = {
    number_source: null,
    superseded_numbers: number !== null && random.chance(0.06) ? olderNumber(number) : null,
    needs_programming: /control module|engine computer|\becu\b|key fob/i.test(part.name),
    fits_only_listed: isRange && shared.chance(0.1),
  };
  const fitments: SeedFitment[] = isRange
    ? [{ make: make.name, model: model.name, from_year, to_year, engine }]
    : [];
  const code = random.chance(0.3) ? interchangeCode(part, identity) : null;
  if (number !== null) facts.number_source = numberSource(origin, random);
  return { facts, fitments, interchangeCode: code };
}

/** Most numbers of used parts are read off them. Aftermarket parts name the maker's number of a catalog. */
function numberSource(origin: SeedFacts['origin'], random: Random): SeedFitFacts['number_source'] {
  if (origin === 'new_oem') return 'packaging';
  if (origin !== 'used') return 'catalog';
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
