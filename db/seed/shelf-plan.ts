import type { Category } from './part-kind.ts';
import { categories } from './part-kinds.ts';
import { hash, itemAt, share } from './random.ts';
import type { Vehicle } from './make.ts';
import { allVehicles, modelYears } from './vehicles.ts';

/** The parts of one category for one vehicle: what a visitor finds with one search. */
export interface Shelf {
  /** The same in catalogues of every size. */
  id: number;
  vehicle: Vehicle;
  category: Category;
  listings: number;
}

/** A shelf before it is known how many parts the catalogue has. */
interface Candidate {
  vehicle: Vehicle;
  category: Category;
  /** A shelf opens when the catalogue's scale times its reach passes 1. */
  reach: number;
  /** Listings at scale 1. */
  demand: number;
}

/** A search that finds one lonely part looks broken, so no shelf has fewer. */
const minimumListings = 3;
/** From here a shelf grows slowly, so that a large catalogue is broad before it is deep. */
const fullShelf = 40;
/** What a demonstration looks for first: a small catalogue has parts for these too. */
const showcase = new Set(['2015 Honda Civic', '2018 Toyota Camry', '2016 Ford F-150', '2000 Honda Civic']);

/** Divides the catalogue's listings among shelves; they add up to `count` exactly. */
export function planShelves(count: number): Shelf[] {
  const candidates = [...allCandidates()];
  const scale = largestScaleWithin(count, candidates);
  const shelves = candidates
    .map((candidate, id) => ({ ...candidate, id, listings: listingsAt(scale, candidate) }))
    .filter((shelf) => shelf.listings > 0)
    .toSorted((one, other) => other.demand - one.demand);
  if (shelves.length === 0) return count > 0 ? [onlyShelf(count, candidates)] : [];

  const planned = shelves.reduce((sum, shelf) => sum + shelf.listings, 0);
  for (let extra = 0; extra < count - planned; extra++) {
    const shelf = shelves[extra % shelves.length];
    if (shelf) shelf.listings += 1;
  }
  return shelves
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
  const chance = share(`${make.name}|${model.name}|${category.name}|${year}`);
  const wanted = (model.popularity ** 2 / 10) * ageFactor(year);
  const shown = showcase.has(`${year} ${make.name} ${model.name}`) ? 2 : 1;
  return {
    vehicle,
    category,
    reach: Math.max(wanted * category.reach * (0.8 + 0.4 * chance) * shown, keptReach(vehicle, category)),
    demand: ((wanted * wanted) / 10) * category.depth * (0.9 + 0.2 * chance) * speciality(vehicle, category),
  };
}

/**
 * Even of a rare model the yard keeps what always sells, and one category that is its own, for a run of years.
 * These shelves open together, the commoner models first.
 */
function keptReach({ make, model, year }: Vehicle, category: Category): number {
  const own = itemAt(categories, hash(`${make.name}|${model.name}`));
  if (category.name !== 'Brakes' && category !== own) return 0;
  const runs = modelYears(model).toSorted((one, other) => Math.abs(one - 2014) - Math.abs(other - 2014));
  return runs.indexOf(year) < 6 ? 6.6 + 0.4 * model.popularity : 0;
}

/** Years from 2008 to 2022 sell best; older cars leave the road, newer ones break little. */
function ageFactor(year: number): number {
  if (year < 2008) return 0.3 + 0.05 * (year - 1995);
  return year <= 2022 ? 1 : 0.9;
}

/** The yard is strong in brakes for the best sellers, and in a few categories of any model. */
function speciality({ make, model }: Vehicle, category: Category): number {
  if (category.name === 'Brakes' && model.popularity > 9) return 5;
  return share(`${make.name}|${model.name}|${category.name}`) < 0.06 ? 4 : 1;
}

function listingsAt(scale: number, { reach, demand }: Candidate): number {
  if (scale * reach < 1) return 0;
  const fullness = (scale * demand) / fullShelf;
  const slowed = fullness <= 1 ? fullness : Math.sqrt(Math.sqrt(fullness));
  return Math.max(Math.round(slowed * fullShelf), minimumListings);
}

/** More scale never means fewer listings, so the largest that fits is found by halving. */
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

/** For a handful of parts: all on the shelf that opens first. */
function onlyShelf(count: number, candidates: readonly Candidate[]): Shelf {
  let id = 0;
  let reach = 0;
  for (const [index, candidate] of candidates.entries()) {
    if (candidate.reach > reach) [id, reach] = [index, candidate.reach];
  }
  const { vehicle, category } = itemAt(candidates, id);
  return { id, vehicle, category, listings: count };
}
