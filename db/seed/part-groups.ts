import type { Category } from './part-kind.ts';
import { categories } from './part-kinds.ts';
import { hash, itemAt, hashFraction } from './random.ts';
import type { Vehicle } from './make.ts';
import { allVehicles, modelYears } from './vehicles.ts';

export interface PartGroup {
  /** A group has the same id in catalogs of every size. */
  id: number;
  vehicle: Vehicle;
  category: Category;
  listings: number;
}

interface Candidate {
  vehicle: Vehicle;
  category: Category;
  /** The catalog includes the group if its scale times the reach is at least 1. */
  reach: number;
  /** Number of listings at scale 1. */
  demand: number;
}

const MIN_LISTINGS = 3;
/** Larger groups grow slowly, so that a large catalog has more groups first. */
const FULL_GROUP = 40;
/** These common demo searches find parts even in a small catalog. */
const showcase = new Set(['2015 Honda Civic', '2018 Toyota Camry', '2016 Ford F-150', '2000 Honda Civic']);

/** Distributes exactly `count` listings among groups. */
export function planGroups(count: number): PartGroup[] {
  const candidates = [...allCandidates()];
  const scale = largestScaleWithin(count, candidates);
  const groups = candidates
    .map((candidate, id) => ({ ...candidate, id, listings: listingsAt(scale, candidate) }))
    .filter((group) => group.listings > 0)
    .toSorted((one, other) => other.demand - one.demand);
  if (groups.length === 0) return count > 0 ? [singleGroup(count, candidates)] : [];

  const planned = groups.reduce((sum, group) => sum + group.listings, 0);
  for (let extra = 0; extra < count - planned; extra++) {
    const group = groups[extra % groups.length];
    if (group) group.listings += 1;
  }
  return groups
    .toSorted((one, other) => one.id - other.id)
    .map(({ id, vehicle, category, listings }) => ({ id, vehicle, category, listings }));
}

function* allCandidates(): Generator<Candidate> {
  for (const vehicle of allVehicles()) {
    for (const category of categories) yield toCandidate(vehicle, category);
  }
}

function toCandidate(vehicle: Vehicle, category: Category): Candidate {
  const { make, model, year } = vehicle;
  const chance = hashFraction(`${make.name}|${model.name}|${category.name}|${year}`);
  const popularity = (model.popularity ** 2 / 10) * ageFactor(year);
  const boost = showcase.has(`${year} ${make.name} ${model.name}`) ? 2 : 1;
  return {
    vehicle,
    category,
    reach: Math.max(
      popularity * category.reach * (0.8 + 0.4 * chance) * boost,
      minimumReach(vehicle, category),
    ),
    demand:
      ((popularity * popularity) / 10) *
      category.depth *
      (0.9 + 0.2 * chance) *
      specialtyFactor(vehicle, category),
  };
}

/** Gives rare models brakes and one more category for six years, popular models first. */
function minimumReach({ make, model, year }: Vehicle, category: Category): number {
  const own = itemAt(categories, hash(`${make.name}|${model.name}`));
  if (category.name !== 'Brakes' && category !== own) return 0;
  const runs = modelYears(model).toSorted((one, other) => Math.abs(one - 2014) - Math.abs(other - 2014));
  return runs.indexOf(year) < 6 ? 6.6 + 0.4 * model.popularity : 0;
}

function ageFactor(year: number): number {
  if (year < 2008) return 0.3 + 0.05 * (year - 1995);
  return year <= 2022 ? 1 : 0.9;
}

function specialtyFactor({ make, model }: Vehicle, category: Category): number {
  if (category.name === 'Brakes' && model.popularity > 9) return 5;
  return hashFraction(`${make.name}|${model.name}|${category.name}`) < 0.06 ? 4 : 1;
}

function listingsAt(scale: number, { reach, demand }: Candidate): number {
  if (scale * reach < 1) return 0;
  const fullness = (scale * demand) / FULL_GROUP;
  const slowed = fullness <= 1 ? fullness : Math.sqrt(Math.sqrt(fullness));
  return Math.max(Math.round(slowed * FULL_GROUP), MIN_LISTINGS);
}

/** Finds the scale by a binary search, because the number of listings grows with the scale. */
function largestScaleWithin(count: number, candidates: readonly Candidate[]): number {
  const fits = (scale: number) =>
    candidates.reduce((sum, candidate) => sum + listingsAt(scale, candidate), 0) <= count;

  let low = 0;
  let high = 1;
  while (fits(high)) high *= 2;
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function singleGroup(count: number, candidates: readonly Candidate[]): PartGroup {
  let id = 0;
  let reach = 0;
  for (const [index, candidate] of candidates.entries()) {
    if (candidate.reach > reach) [id, reach] = [index, candidate.reach];
  }
  const { vehicle, category } = itemAt(candidates, id);
  return { id, vehicle, category, listings: count };
}
