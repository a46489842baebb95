import { type Selectable, sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB, PartPrivateFacts, PartsCatalog } from '#db/types.ts';
import { OUT_OF_STOCK_CONDITION } from '#core/catalog/part.ts';
import type { FieldChoices } from '#core/values/merge-fields.ts';
import { mergePart } from '#core/catalog/merge-part.ts';
import { computeFacts } from '#core/catalog/part-facts.ts';
import {
  auditColumns,
  formColumns,
  type PartColumns,
  partColumns,
  type PartValues,
  privateColumns,
  type PrivateValues,
} from '#core/catalog/part-fields.ts';
import { writeFitments } from '#core/catalog/fitment-list.ts';
import { describeStockMerge } from '#core/catalog/stock.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import type { CheckedPart } from './check-part.ts';
import type { Listing } from './listings.ts';
import { checkByRules, readRules } from './part-rules.server.ts';
import {
  findTable,
  hideParts,
  hiddenTable,
  lockPart,
  type PartTable,
  showParts,
  tableOf,
} from './part-table.server.ts';
import { noFacts, readPrivateFacts } from './private-facts.server.ts';
import {
  auditFitments,
  mergeIntoStored,
  readFitmentText,
  type SentFitments,
  storeFitments,
} from './save-fitments.server.ts';

type InternalColumn = 'id' | 'stock_held' | 'created_at' | 'updated_at';
type InternalFact = 'part_id' | 'source_page' | 'donor_key' | 'code_key';

// A type error here names a field that a table or app/core/catalog/part-fields.ts lacks.
type Described = Omit<Selectable<PartsCatalog>, InternalColumn>;
({}) satisfies Record<Exclude<keyof Described, keyof PartValues>, never>;
null as unknown as Described satisfies PartValues;
({}) satisfies Record<Exclude<keyof PartPrivateFacts, InternalFact | keyof PrivateValues>, never>;

type CatalogColumns = Omit<PartColumns, keyof PrivateValues>;

const columns = formColumns.filter((column): column is keyof CatalogColumns =>
  partColumns.some((each) => each === column),
);

/** Reads a part with its list of vehicles. */
export async function readPartForEditing(transaction: Transaction<DB>, id: string) {
  const table = await findTable(transaction, id);
  if (!table) return undefined;
  const row = await transaction
    .selectFrom(table)
    .select(partColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    part: {
      ...onlyForm(row),
      ...(await readFacts(transaction, id)),
      fitments: await readFitmentText(transaction, id, table),
    },
    isHidden: table === hiddenTable,
  };
}

function onlyForm(row: PartValues): CatalogColumns {
  return Object.fromEntries(columns.map((column) => [column, row[column]])) as unknown as CatalogColumns;
}

async function readFacts(transaction: Transaction<DB>, id: string): Promise<PrivateValues> {
  return (await readPrivateFacts(transaction, [id])).get(id) ?? noFacts;
}

/** Splits a part into the rows of its two tables. */
export function toRows(part: PartColumns) {
  const facts = Object.fromEntries(privateColumns.map((column) => [column, part[column]]));
  return {
    catalog: {
      ...(Object.fromEntries(columns.map((column) => [column, part[column]])) as unknown as CatalogColumns),
      ...computeFacts(part),
    },
    facts: facts as unknown as PrivateValues,
  };
}

async function savePrivateFacts(transaction: Transaction<DB>, id: string, facts: PrivateValues) {
  await transaction
    .insertInto('part_private_facts')
    .values({ part_id: id, ...facts })
    .onConflict((conflict) => conflict.column('part_id').doUpdateSet(facts))
    .execute();
}

export const partRefusals = {
  parts_catalog_stock_number_key: 'another part has this stock number',
  hidden_parts_stock_number_key: 'a hidden part has this stock number',
  parts_catalog_pkey: 'it was added already',
  hidden_parts_pkey: 'it was added already',
  parts_catalog_held_within_stock: 'open payments hold more than that',
};

interface SentPart {
  /** Says where the part goes. Undefined keeps its place, and puts a new part in the shop. */
  listing?: Listing | undefined;
  part: PartColumns;
  fitments?: SentFitments | undefined;
  acceptsVin: boolean;
}

interface NewPart extends SentPart {
  /** Id of its pictures, which are uploaded before. */
  id?: string;
}

export async function addPart(
  transaction: Transaction<DB>,
  { part: sent, fitments, acceptsVin, listing, id: givenId }: NewPart,
): Promise<ActionResult> {
  const part = await withCondition(transaction, sent);
  const table = tableOf(listing);
  const errors = await findErrors(transaction, { part, before: null, acceptsVin }, table);
  if (errors) return { done: false, errors };
  const { catalog, facts } = toRows(part);
  const { id } = await transaction
    .insertInto(table)
    .values({ ...catalog, ...(givenId && { id: givenId }) })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (Object.values(facts).some((fact) => fact !== null)) await savePrivateFacts(transaction, id, facts);
  const vehicles = writeFitments(fitments?.mine ?? []);
  await storeFitments(transaction, { partId: id, table, text: vehicles });
  await logAdminAction(transaction, 'add_part', {
    resourceId: id,
    ...(listing === 'hidden' && { listing }),
    ...auditFields(part),
    ...(fitments && auditFitments(vehicles)),
  });
  return { done: true, message: listing === 'hidden' ? 'Draft saved' : 'Part added successfully' };
}

/** Finds errors. `table` is the one that gets the part. */
async function findErrors(transaction: Transaction<DB>, checked: CheckedPart, table: PartTable) {
  const errors = checkByRules(await readRules(transaction), checked, table);
  return Object.keys(errors).length > 0 ? errors : undefined;
}

interface Change extends Pick<SentPart, 'listing'> {
  id: string;
  /** A missing field stays unchanged. */
  part: Partial<PartColumns>;
  /** Undefined means unchanged. */
  fitments?: SentFitments | undefined;
  /** The part when the form was opened. */
  seen: Partial<PartColumns>;
  choices: FieldChoices;
  /** True if a VIN with a wrong check digit may be saved. */
  acceptsVin: boolean;
}

/** Merges the form into the part under a row lock, so that no sale is lost. Conflicts change nothing. */
export async function changePart(
  transaction: Transaction<DB>,
  { id, part: mine, fitments, seen, choices, acceptsVin, listing }: Change,
): Promise<ActionResult> {
  const table = await lockPart(transaction, id);
  if (!table) {
    return { done: false, message: 'Error saving part: it has been deleted' };
  }
  const { stock_held: held, ...stored } = await transaction
    .selectFrom(table)
    .select([...partColumns, 'stock_held'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (listing === 'hidden' && held > 0) {
    return { done: false, message: `Error hiding part: open payments hold ${held}. Please try again later` };
  }
  const now = { ...onlyForm(stored), ...(await readFacts(transaction, id)) };
  const { merged, conflicts: ofFields } = mergePart({ seen, now, mine, choices, held });
  const vehicles = fitments && (await mergeIntoStored(transaction, { partId: id, table }, fitments, choices));
  const conflicts = [...ofFields, ...(vehicles?.conflicts ?? [])];
  if (conflicts.length > 0) return { done: false, conflicts };
  if (vehicles?.error) return { done: false, errors: { fitments: vehicles.error } };

  const part = await withCondition(transaction, merged);
  if (now.yard_state === 'on_car' && part.yard_state !== 'on_car' && (await mustStayOnCar(transaction, id)))
    return { done: false, errors: { yard_state: 'Its car may not be dismantled yet' } };
  const nextTable = listing === undefined ? table : tableOf(listing);
  const errors = await findErrors(transaction, { part, before: now, acceptsVin }, nextTable);
  if (errors) return { done: false, errors };
  const isListChanged = vehicles !== undefined && vehicles.text !== vehicles.before;
  const changed = [
    ...formColumns.filter((column) => part[column] !== now[column]),
    ...(isListChanged ? ['fitments' as const] : []),
  ];
  if (changed.length > 0) {
    const { catalog, facts } = toRows(part);
    await transaction
      .updateTable(table)
      .set({ ...onlyChanged(catalog, stored), updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
    if (privateColumns.some((column) => changed.includes(column)))
      await savePrivateFacts(transaction, id, facts);
    if (isListChanged) await storeFitments(transaction, { partId: id, table, text: vehicles.text });
    await logAdminAction(transaction, 'update_part', {
      resourceId: id,
      ...auditFields(part),
      ...(isListChanged && auditFitments(vehicles.text)),
      before: { ...auditFields(now), ...(isListChanged && auditFitments(vehicles.before)) },
      changed,
    });
  }
  const moved = listing !== undefined && (await moveTo(transaction, { id, table, listing }));
  const note = describeStockMerge({
    seen: seen.stock_quantity ?? now.stock_quantity,
    now: now.stock_quantity,
    mine: mine.stock_quantity ?? now.stock_quantity,
    held,
  });
  const message = moved
    ? { hidden: 'Part saved and hidden from the shop', shown: 'Part is in the shop' }[listing]
    : 'Part updated successfully';
  return { done: true, message, ...(note && { note }) };
}

/** Another part, in the shop or hidden, has the stock number. Rolls back. */
class StockNumberTaken extends Error {
  override readonly name = 'StockNumberTaken';
  /** Same name as the database reports. */
  readonly constraint = 'parts_catalog_stock_number_key';
}

/** Returns whether the part was in the other table. */
async function moveTo(
  transaction: Transaction<DB>,
  { id, table, listing }: { id: string; table: PartTable; listing: Listing },
): Promise<boolean> {
  if ((table === hiddenTable) === (listing === 'hidden')) return false;
  const moved = await (listing === 'hidden' ? hideParts : showParts)(transaction, [id]);
  if (!moved.has(id)) throw new StockNumberTaken();
  await logAdminAction(transaction, listing === 'hidden' ? 'hide_part' : 'show_part', { resourceId: id });
  return true;
}

/** Tells whether the law keeps a part on its car (docs/yard.md). */
async function mustStayOnCar(transaction: Transaction<DB>, id: string): Promise<boolean> {
  const waiting = await transaction
    .selectFrom('part_ready_days')
    .select('part_id')
    .where('part_id', '=', id)
    .executeTakeFirst();
  return waiting !== undefined;
}

function onlyChanged(row: Partial<PartValues>, stored: PartValues): Partial<PartValues> {
  const entries = Object.entries(row) as [keyof PartValues, string | number | null][];
  return Object.fromEntries(entries.filter(([column, value]) => value !== stored[column]));
}

/** Spec §4, Stock: a part without stock and condition is 'Out of Stock', if that condition exists. */
async function withCondition(transaction: Transaction<DB>, part: PartColumns): Promise<PartColumns> {
  if (part.stock_quantity > 0 || part.part_type !== null) return part;
  const condition = await transaction
    .selectFrom('conditions')
    .select('name')
    .where('name', '=', OUT_OF_STOCK_CONDITION)
    .executeTakeFirst();
  return { ...part, part_type: condition?.name ?? null };
}

export async function deletePart(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const table = await lockPart(transaction, id);
  const deleted =
    table &&
    (await transaction.deleteFrom(table).where('id', '=', id).returning(partColumns).executeTakeFirst());
  if (deleted) await logAdminAction(transaction, 'delete_part', { resourceId: id, ...auditFields(deleted) });
  // Another admin may have deleted the part already.
  else if (await findTable(transaction, id)) {
    return { done: false, message: 'Error deleting part: it is still there' };
  }
  return { done: true, message: 'Part deleted successfully' };
}

function auditFields(part: CatalogColumns) {
  return Object.fromEntries(auditColumns.map((column) => [column, part[column]]));
}
