import { describeCallForPrice, describeNew, describeUsed } from './descriptions.ts';
import { fitFacts, type SeedFitFacts, type SeedFitment } from './fitments.ts';
import { oemNumber } from './oem-numbers.ts';
import type { PartKind } from './part-kind.ts';
import { fittingParts, type FittingPart } from './part-kinds.ts';
import { makerPriceCents, newPriceCents, usedPriceCents, type UsedCondition } from './prices.ts';
import { createRandom, hash, mix, type Random } from './random.ts';
import { planGroups, type PartGroup } from './part-groups.ts';
import type { Vehicle } from './make.ts';
import { newFacts, type SeedFacts, type SeedPrivateFacts, usedFacts } from './used-facts.ts';

/** Has the fields of Spec §3, Part. */
export interface SeedPart extends SeedFacts, SeedFitFacts {
  id: string;
  part_name: string;
  oem_number: string | null;
  brand: string | null;
  category: string;
  subcategory: string;
  description: string | null;
  vehicle_make: string;
  vehicle_model: string;
  vehicle_year: number;
  vehicle_engine: string | null;
  part_type: string | null;
  /** Cents. Null means call for price. */
  priceCents: number | null;
  /** The deposit for the old part. */
  coreCents: number | null;
  stock_quantity: number;
  image_url: string;
  /** Null if the part is new. */
  private: SeedPrivateFacts | null;
  fitments: SeedFitment[];
}

export const demoConditions = [
  { name: 'New', color_class: 'bg-green-100 text-green-800', sort_order: 0 },
  { name: 'Remanufactured', color_class: 'bg-blue-100 text-blue-800', sort_order: 1 },
  { name: 'Excellent', color_class: 'bg-green-100 text-green-800', sort_order: 2 },
  { name: 'Very Good', color_class: 'bg-blue-100 text-blue-800', sort_order: 3 },
  { name: 'Good', color_class: 'bg-yellow-100 text-yellow-800', sort_order: 4 },
  { name: 'Fair', color_class: 'bg-orange-100 text-orange-800', sort_order: 5 },
  { name: 'Poor', color_class: 'bg-red-100 text-red-800', sort_order: 6 },
  { name: 'Out of Stock', color_class: 'bg-gray-100 text-gray-800', sort_order: 7 },
] as const;

interface Offer {
  brand: string | null;
  origin: SeedFacts['origin'];
  condition: UsedCondition | 'New' | 'Remanufactured';
  priceCents: number | null;
  coreCents: number | null;
  stock: number;
  describe: () => string;
}

/**
 * Generates the same parts on every machine. A search by make, model, year and category finds at least three parts, or none.
 */
export function* generateParts(options: { count: number }): Generator<SeedPart> {
  for (const group of planGroups(options.count)) yield* generateGroup(group);
}

interface GroupState {
  group: PartGroup;
  parts: readonly FittingPart[];
  originals: ReadonlyMap<PartKind, readonly FittingPart[]>;
  listedKeys: Set<string>;
  random: Random;
}

function* generateGroup(group: PartGroup): Generator<SeedPart> {
  const random = createRandom(mix(group.id));
  const parts = fittingParts(group.category, group.vehicle);
  const unchanged = parts.filter((part) => !part.form.aftermarket);
  const originals = Map.groupBy(unchanged, (part) => part.kind);
  const state = { group, parts, originals, listedKeys: new Set<string>(), random };

  const byKind = shuffled([...Map.groupBy(parts, (part) => part.kind).values()], random);
  const listed: SeedPart[] = [];
  for (let index = 0; index < group.listings; index++) {
    // One listing of each kind comes first, for variety in small groups.
    const drawn = generateListing(state, index, byKind[index] ?? parts);
    const part = byKind[index] ? drawn : otherSuppliersOffer(drawn, listed, state.listedKeys);
    listed.push(part);
    yield part;
  }
}

/**
 * Replaces some new parts by an offer of another supplier for a part of the group. Draws from its own random source, so that
 * the other parts stay the same.
 */
function otherSuppliersOffer(
  drawn: SeedPart,
  listed: readonly SeedPart[],
  listedKeys: Set<string>,
): SeedPart {
  const random = createRandom(hash(`supplier ${drawn.id}`));
  const offered = listed.filter(isNewPart);
  if (!isNewPart(drawn) || offered.length === 0 || !random.chance(0.2)) return drawn;
  const part = random.pick(offered);
  let priceCents = part.priceCents ?? 0;
  const step = 100 * Math.max(1, Math.round(priceCents / 5_000));
  do priceCents += step;
  while (listedKeys.has(listedKey({ ...part, priceCents })));
  listedKeys.add(listedKey({ ...part, priceCents }));
  return {
    ...part,
    id: drawn.id,
    priceCents,
    stock_quantity: drawn.stock_quantity,
    part_type: drawn.part_type,
    description: null,
    warranty: random.pick([null, '12 months', '24 months', '36 months']),
  };
}

function isNewPart({ origin }: SeedPart): boolean {
  return origin === 'new_oem' || origin === 'new_aftermarket';
}

function listedKey({ part_name, brand, priceCents }: Pick<SeedPart, 'part_name' | 'brand' | 'priceCents'>) {
  return `${part_name}|${brand}|${priceCents}`;
}

/** Retries until the listing is unique. After 12 attempts it also raises the price. */
function generateListing(state: GroupState, index: number, choices: readonly FittingPart[]): SeedPart {
  const { group, originals, listedKeys, random } = state;
  for (let attempt = 1; ; attempt++) {
    const drawn = random.pick(choices);
    const used = random.chance(drawn.kind.usedShare ?? 0);
    const part = used ? random.pick(originals.get(drawn.kind) ?? []) : drawn;
    const engine = part.engines.length > 0 ? random.pick(part.engines) : null;
    const offer = (used ? usedOffer : newOffer)(part, group.vehicle, engine, random);
    if (attempt > 12 && offer.priceCents !== null) offer.priceCents += 100 * (attempt - 12);

    const key = listedKey({ part_name: part.name, ...offer });
    if (listedKeys.has(key)) continue;
    listedKeys.add(key);
    return toRow(group, index, part, engine, offer, random);
  }
}

function newOffer(part: FittingPart, vehicle: Vehicle, engine: string | null, random: Random): Offer {
  const { brands } = part.kind;
  const fromMaker = brands.length === 0 || (!part.form.aftermarket && random.chance(0.2));
  const brand = fromMaker ? vehicle.make.partsBrand : random.pick(brands);
  const { remanufacturers, coreCents = null } = part.kind;
  const isRemanufactured = !fromMaker && remanufacturers?.includes(brand) === true;
  const core = isRemanufactured || !remanufacturers ? coreCents : null;
  return {
    brand,
    origin: isRemanufactured ? 'remanufactured' : fromMaker ? 'new_oem' : 'new_aftermarket',
    condition: isRemanufactured ? 'Remanufactured' : 'New',
    coreCents: core,
    priceCents: fromMaker
      ? makerPriceCents(part, vehicle, engine)
      : newPriceCents(part, vehicle, engine, brand),
    stock: newStock(random),
    describe: () => describeNew({ part, vehicle, brand, isRemanufactured, coreCents: core }, random),
  };
}

function usedOffer(part: FittingPart, vehicle: Vehicle, engine: string | null, random: Random): Offer {
  const condition = random.pick(usedConditions);
  const callForPrice = callForPriceSlugs.has(part.kind.slug) && random.chance(0.12);
  return {
    brand: random.chance(0.35) ? vehicle.make.partsBrand : null,
    origin: 'used',
    condition,
    coreCents: null,
    priceCents: callForPrice ? null : usedPriceCents(part, vehicle, engine, condition, random),
    // A part off a car is one of a kind.
    stock: random.chance(0.13) ? 0 : 1,
    describe: () =>
      callForPrice
        ? describeCallForPrice(vehicle, random)
        : describeUsed(part, vehicle, engine, condition, random),
  };
}

const usedConditions: readonly UsedCondition[] = [
  ...Array<UsedCondition>(2).fill('Excellent'),
  ...Array<UsedCondition>(4).fill('Very Good'),
  ...Array<UsedCondition>(5).fill('Good'),
  ...Array<UsedCondition>(3).fill('Fair'),
  'Poor',
];

const callForPriceSlugs = new Set(['engine-assembly', 'automatic-transmission']);

function toRow(
  { id, vehicle, category }: PartGroup,
  index: number,
  part: FittingPart,
  engine: string | null,
  offer: Offer,
  random: Random,
): SeedPart {
  const described = offer.priceCents === null || random.chance(0.6);
  const isUsed = offer.origin === 'used';
  const unnumbered = isUsed && random.chance(0.03);
  const row = {
    id: partId(id, index),
    part_name: part.name,
    oem_number: unnumbered ? null : oemNumber(part, vehicle, engine),
    brand: offer.brand,
    category: category.name,
    subcategory: part.kind.subcategory,
    description: described ? offer.describe() : null,
    vehicle_make: vehicle.make.name,
    vehicle_model: vehicle.model.name,
    vehicle_year: vehicle.year,
    vehicle_engine: engine,
    part_type: offer.stock > 0 ? offer.condition : soldOutCondition(offer.condition, random),
    priceCents: offer.priceCents,
    coreCents: offer.coreCents,
    stock_quantity: offer.stock,
    image_url: `/parts/${part.kind.slug}.svg`,
  };
  const fits = fitFacts({ id: row.id, part, vehicle, engine, number: row.oem_number, origin: offer.origin });
  const { fitments } = fits;
  if (offer.condition === 'New' || offer.condition === 'Remanufactured') {
    const facts = newFacts(offer.origin, offer.brand, row.description);
    return { ...row, ...facts, ...fits.facts, private: null, fitments };
  }
  const { condition, priceCents } = offer;
  const stockNumber = `Y${String(id).padStart(5, '0')}-${String(index + 1).padStart(4, '0')}`;
  const known = usedFacts({
    id: row.id,
    name: row.part_name,
    description: row.description,
    stockNumber,
    vehicle,
    condition,
    priceCents,
    interchangeCode: fits.interchangeCode,
  });
  return { ...row, ...known.facts, ...fits.facts, private: known.private, fitments };
}

/** Some sold-out parts keep their condition, like old rows of a real shop. */
function soldOutCondition(condition: string, random: Random): string | null {
  const chance = random.next();
  if (chance < 0.55) return 'Out of Stock';
  return chance < 0.93 ? condition : null;
}

function newStock(random: Random): number {
  if (random.chance(0.11)) return 0;
  return 1 + Math.floor(25 * random.next() ** 2);
}

/** Begins the id with bits of both numbers, because lists follow the ids: neighbors belong to different groups. */
function partId(groupId: number, index: number): string {
  const both = hex(mix(groupId ^ mix(index)));
  const group = hex(mix(groupId));
  const version = `4${both.slice(4, 7)}`;
  const variant = `${'89ab'.charAt(index % 4)}${both.slice(5, 8)}`;
  return `${both}-${group.slice(0, 4)}-${version}-${variant}-${group.slice(4)}${hex(mix(index))}`;
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, order: random.next() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ item }) => item);
}
