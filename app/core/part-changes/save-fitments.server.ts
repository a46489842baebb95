import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import {
  describeWholeFitment,
  MAX_FITMENTS,
  mergeFitments,
  readFitments,
  spellAsCatalog,
  writeFitments,
} from '#core/catalog/fitment-list.ts';
import type { Fitment } from '#core/catalog/fitment.ts';
import type { FieldChoices, FieldConflict } from '#core/values/merge-fields.ts';
import { hiddenTable, type PartTable } from './part-table.server.ts';

/** Reads the list as one text, like a form sends it. */
export async function readFitmentText(
  transaction: Transaction<DB>,
  partId: string,
  table: PartTable,
): Promise<string> {
  return writeFitments(await listFitments(transaction, { partId, table }));
}

interface ListOfPart {
  partId: string;
  table: PartTable;
}

/** Lists the vehicles in the spelling of the form. */
async function listFitments(transaction: Transaction<DB>, of: ListOfPart): Promise<Fitment[]> {
  const rows =
    of.table === hiddenTable
      ? await listHidden(transaction, of.partId)
      : await listRows(transaction, of.partId);
  const read = readFitments(writeFitments(rows));
  return read && 'fitments' in read ? read.fitments : rows;
}

async function listRows(transaction: Transaction<DB>, partId: string) {
  return transaction
    .selectFrom('part_fitments')
    .select(['id', 'make', 'model', 'from_year as fromYear', 'to_year as toYear'])
    .select(['engine', 'trim', 'position', 'note'])
    .where('part_id', '=', partId)
    .execute();
}

/** Lists the vehicles of a hidden part, in the columns of part_fitments. */
async function listHidden(transaction: Transaction<DB>, partId: string): Promise<Fitment[]> {
  const { rows } = await sql<Fitment>`
    select make, model, from_year as "fromYear", to_year as "toYear", engine, trim, position, note
    from hidden_parts, jsonb_populate_recordset(null::part_fitments, hidden_parts.fitments)
    where hidden_parts.id = ${partId}`.execute(transaction);
  return rows;
}

export interface SentFitments {
  mine: Fitment[];
  /** List when the form was opened. */
  seen: Fitment[];
}

/**
 * Reads the list of a form. A form of an earlier build has none, so the list stays unchanged.
 * @param catalog new rows get its spelling.
 * @returns undefined if the form can't be read.
 */
export function readSentFitments(
  sent: FormDataEntryValue | undefined,
  seen: string | undefined,
  catalog: readonly { make: string; model: string }[],
): { list?: SentFitments; errors?: Record<string, string> } | undefined {
  if (sent === undefined) return {};
  const mine = typeof sent === 'string' ? readFitments(sent) : undefined;
  const before = seen === undefined ? undefined : readFitments(seen);
  if (!mine || !before || 'errors' in before) return undefined;
  if ('errors' in mine) return mine;
  const known = new Set(before.fitments.map(describeWholeFitment));
  const { old = [], added = [] } = Object.groupBy(mine.fitments, (row) =>
    known.has(describeWholeFitment(row)) ? 'old' : 'added',
  );
  return { list: { mine: [...old, ...spellAsCatalog(added, catalog)], seen: before.fitments } };
}

/** Maximum characters of a list in the audit trail. */
const MAX_AUDITED = 2_000;

interface Merged {
  /** The text to store. */
  text: string;
  before: string;
  conflicts: FieldConflict[];
  error?: string;
}

/** Merges the sent list into the stored one. The caller has locked the part. */
export async function mergeIntoStored(
  transaction: Transaction<DB>,
  of: ListOfPart,
  { mine, seen }: SentFitments,
  choices: FieldChoices,
): Promise<Merged> {
  const now = await listFitments(transaction, of);
  const [before, sent] = [writeFitments(now), writeFitments(mine)];
  const { merged, isConflict } = mergeFitments({ seen, now, mine });
  if (!isConflict) {
    const text = writeFitments(merged);
    const isTooLong = (JSON.parse(text) as unknown[]).length > MAX_FITMENTS;
    return { text, before, conflicts: [], ...(isTooLong && { error: `At most ${MAX_FITMENTS} vehicles` }) };
  }
  const choice = choices.fitments?.theirs === before ? choices.fitments.keep : undefined;
  if (choice) return { text: choice === 'mine' ? sent : before, before, conflicts: [] };
  return { text: before, before, conflicts: [{ field: 'fitments', mine: sent, theirs: before }] };
}

/** Deletes and adds the rows that differ. */
export async function storeFitments(
  transaction: Transaction<DB>,
  { partId, table, text }: ListOfPart & { text: string },
): Promise<void> {
  if (table === hiddenTable) return storeHidden(transaction, partId, JSON.parse(text) as Fitment[]);
  const wanted = new Map((JSON.parse(text) as Fitment[]).map((row) => [JSON.stringify(row), row]));
  const gone = (await listRows(transaction, partId)).filter(
    (row) => !wanted.delete(writeFitments([row]).slice(1, -1)),
  );
  if (gone.length > 0) {
    await transaction
      .deleteFrom('part_fitments')
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute();
  }
  if (wanted.size > 0) {
    await transaction
      .insertInto('part_fitments')
      .values([...wanted.values()].map((row) => Object.assign(toColumns(row), { part_id: partId })))
      .execute();
  }
}

/** Adds the vehicles of new parts in one statement, because triggers do their work once for each. */
export async function addFitments(
  transaction: Transaction<DB>,
  added: readonly { partId: string; text: string }[],
): Promise<void> {
  const rows = added.flatMap(({ partId, text }) =>
    (JSON.parse(text) as Fitment[]).map((row) => Object.assign(toColumns(row), { part_id: partId })),
  );
  if (rows.length === 0) return;
  await sql`
    insert into part_fitments (part_id, make, model, from_year, to_year, engine, trim, position, note)
    select part_id, make, model, from_year, to_year, engine, trim, position, note
    from jsonb_populate_recordset(null::part_fitments, ${JSON.stringify(rows)}::jsonb)`.execute(transaction);
}

async function storeHidden(transaction: Transaction<DB>, partId: string, list: Fitment[]): Promise<void> {
  await transaction
    .updateTable('hidden_parts')
    .set({ fitments: JSON.stringify(list.map(toColumns)) })
    .where('id', '=', partId)
    .execute();
}

function toColumns({ fromYear, toYear, make, model, engine, trim, position, note }: Fitment) {
  return { make, model, from_year: fromYear, to_year: toYear, engine, trim, position, note };
}

/** Describes the vehicles in words, for the audit trail. */
export function auditFitments(text: string): { fitments: string } {
  const vehicles = (JSON.parse(text) as Fitment[]).map(describeWholeFitment).join('; ');
  return { fitments: vehicles.length > MAX_AUDITED ? `${vehicles.slice(0, MAX_AUDITED)}…` : vehicles };
}
