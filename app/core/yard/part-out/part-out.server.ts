import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import { checkRestricted } from '#core/catalog/restricted/check-restricted.ts';
import { addParts, type PlainPart } from '#core/part-changes/add-parts.server.ts';
import type { KnownPrices } from '#core/part-changes/known-prices.ts';
import { readKnownPrices } from '#core/part-changes/read-known-prices.server.ts';

import { readSettings } from '#core/settings/settings.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import { partOfCar } from '../part-of-car.ts';
import { readVehicleValues, type VehiclePage } from '../read-vehicle.server.ts';
import { vehicleTitle } from '../vehicle-fields.ts';
import type { CarFacts, CarLine } from './car-lines.ts';
import { listLines } from './list-lines.server.ts';
import { lineError, type PartOutForm, readLine, type SentLine } from './part-out-form.ts';

export interface PartOut {
  stockNumber: string;
  title: string;
  /** Parts that the car has, without those that were added before. */
  lines: CarLine[];
  /** Key of a line -> its known prices. */
  prices: Record<string, KnownPrices>;
  /** Parts that such a car usually doesn't have, or that are not worth listing. */
  others: CarLine[];
  /** Parts of the car that were added before. */
  added: number;
}

/** Tags that parts of other cars may have, at most. */
const MOVED = 500;

type CarValues = VehiclePage['values'];

/** Reads what a car has to part out. Returns undefined if the car does not exist. */
export async function readPartOut(transaction: Transaction<DB>, id: string): Promise<PartOut | undefined> {
  const car = await readVehicleValues(transaction, id);
  if (!car) return undefined;
  const { values } = car;
  const { usual, others } = await listLines(transaction, factsOf(values));
  const added = await readAdded(transaction, String(values.stock_number));
  const left = usual.filter(({ name }) => !added.names.has(name.toLowerCase()));
  const text = (value: unknown) => (value === null ? '' : String(value));
  const prices = await readKnownPrices(
    transaction,
    {
      make: text(values.make),
      model: text(values.model),
      year: values.year === null ? undefined : Number(values.year),
      engine: text(values.engine) || undefined,
    },
    left,
  );
  return {
    stockNumber: text(values.stock_number),
    title: titleOf(values),
    lines: left,
    prices: Object.fromEntries(left.map(({ key }, place) => [key, prices[place] as KnownPrices])),
    others: others.filter(({ name }) => !added.names.has(name.toLowerCase())),
    added: added.count,
  };
}

function factsOf(values: CarValues): CarFacts {
  const fact = (column: keyof CarFacts) => values[column] as string | null;
  return { body: fact('body'), drive: fact('drive'), engine: fact('engine') };
}

function titleOf(values: CarValues): string {
  return vehicleTitle(values as Parameters<typeof vehicleTitle>[0]);
}

/** Reads the names of the car's parts, and the last number of their tags: 7 for 'Y1001-7'. */
async function readAdded(transaction: Transaction<DB>, stockNumber: string) {
  const { rows } = await sql<{ name: string; tag: string | null }>`
    select lower(part.part_name) as name, part.stock_number as tag
    from part_private_facts as facts
    join lateral (
      select part_name, stock_number from parts_catalog where id = facts.part_id
      union all
      select part_name, stock_number from hidden_parts where id = facts.part_id
    ) as part on true
    where facts.donor_key = oem_number_key(${stockNumber})`.execute(transaction);
  const ends = rows.map(({ tag }) =>
    tag?.startsWith(`${stockNumber}-`) ? Number(tag.slice(stockNumber.length + 1)) : Number.NaN,
  );
  return {
    count: rows.length,
    names: new Set(rows.map(({ name }) => name)),
    lastTag: Math.max(0, ...ends.filter((end) => Number.isSafeInteger(end))),
  };
}

/**
 * Adds the parts of a car that was looked at, each with a tag of its own. Sent again, it adds nothing twice: the lines bring the
 * ids of their parts. A part that the law keeps out of the shop becomes a draft. Nothing is stored if a line is wrong.
 * @throws {Refused}
 */
export async function partOut(
  transaction: Transaction<DB>,
  { vehicleId, form }: { vehicleId: string; form: PartOutForm },
): Promise<ActionResult> {
  // Tags are numbered: one person after the other.
  await sql`select from yard_vehicles where id = ${vehicleId} for update`.execute(transaction);
  const car = await readVehicleValues(transaction, vehicleId);
  if (!car) throw new Refused('there is no such car');
  const { usual, others } = await listLines(transaction, factsOf(car.values));
  const lines = new Map([...usual, ...others].map((line) => [line.key, line]));
  const { restricted } = await readSettings(transaction);
  const stockNumber = String(car.values.stock_number);
  const added = await readAdded(transaction, stockNumber);
  const nextTag = await numberTags(transaction, {
    stockNumber,
    lastTag: added.lastTag,
    count: form.lines.length,
  });
  const errors: Record<string, string> = {};
  const parts: PlainPart[] = [];
  for (const sent of await withoutStored(transaction, form.lines)) {
    const line = lines.get(sent.key);
    if (!line) throw new Refused("the shop's kinds of parts have changed. Please open the page again");
    // Someone else has parted the car out meanwhile.
    if (added.names.has(line.name.toLowerCase())) continue;
    const read = readLine(sent, form.condition);
    if ('errors' in read) {
      Object.assign(errors, read.errors);
      continue;
    }
    const tag = nextTag();
    const part = {
      ...partOfCar(car.values),
      ...read.values,
      part_name: line.name,
      category: line.category,
      kind: line.kind,
      stock_number: tag,
      yard_state: car.values.disposition === 'here' ? 'on_car' : null,
    };
    const isKeptOut = Object.keys(checkRestricted(part, restricted)).length > 0;
    parts.push({ id: sent.id, part, listing: isKeptOut ? 'hidden' : form.listing });
  }
  if (Object.keys(errors).length > 0) return { done: false, errors };
  if (parts.length > 0) {
    for (const [id, wrong] of await addParts(transaction, parts))
      errors[lineError(id, 'part')] = Object.values(wrong).join('. ');
    if (Object.keys(errors).length > 0) return { done: false, errors };
    await logAdminAction(transaction, 'part_out_vehicle', {
      resourceType: 'yard_vehicles',
      resourceId: vehicleId,
      stock_number: stockNumber,
      vehicle: titleOf(car.values),
      parts: parts.length,
      drafts: parts.filter(({ listing }) => listing === 'hidden').length,
    });
  }
  return { done: true, ...describe(form, parts) };
}

/**
 * Returns a function that returns the next tag of the car's parts that no part has. Null for a number that is too long to get
 * another one behind it.
 */
async function numberTags(
  transaction: Transaction<DB>,
  { stockNumber, lastTag, count }: { stockNumber: string; lastTag: number; count: number },
): Promise<() => string | null> {
  // Parts may have been moved to another car, and keep their tags.
  const tags = Array.from({ length: count + MOVED }, (_, place) => `${stockNumber}-${lastTag + 1 + place}`);
  const { rows } = await sql<{ taken: string }>`
    select tag as taken from unnest(${tags}::text[]) as tag
    where exists (select from parts_catalog where oem_number_key(stock_number) = oem_number_key(tag))
      or exists (select from hidden_parts where oem_number_key(stock_number) = oem_number_key(tag))`.execute(
    transaction,
  );
  const taken = new Set(rows.map((row) => row.taken));
  const free = tags.filter((tag) => tag.length <= 40 && !taken.has(tag)).values();
  return () => free.next().value ?? null;
}

/** Leaves out lines whose parts are stored. */
async function withoutStored(transaction: Transaction<DB>, lines: readonly SentLine[]): Promise<SentLine[]> {
  const ids = lines.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    select id from parts_catalog where id = any (${ids}::uuid[])
    union all
    select id from hidden_parts where id = any (${ids}::uuid[])`.execute(transaction);
  const stored = new Set(rows.map(({ id }) => id));
  return lines.filter(({ id }) => !stored.has(id));
}

function describe({ listing }: PartOutForm, parts: readonly PlainPart[]) {
  const count = parts.length === 1 ? '1 part added' : `${parts.length} parts added`;
  const keptOut = listing === 'hidden' ? 0 : parts.filter((part) => part.listing === 'hidden').length;
  return {
    message: parts.length === 0 ? 'All parts were added already' : count,
    ...(keptOut > 0 && {
      note: `${keptOut} of them as ${keptOut === 1 ? 'a draft' : 'drafts'}: the law wants more facts before they are for sale.`,
    }),
  };
}
