import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import {
  describeWholeFitment,
  MAX_FITMENTS,
  mergeFitments,
  readFitments,
  spellAsCatalog,
  writeFitments,
} from '#domain/fitment-list.ts';
import type { Fitment } from '#domain/fitment.ts';
import type { FieldChoices, FieldConflict } from '#domain/merge-fields.ts';

/** As a form sends it: one text for the list. */
export async function readFitmentText(transaction: Transaction<DB>, partId: string): Promise<string> {
  return writeFitments(await listFitments(transaction, partId));
}

/** In the spelling of the form. */
async function listFitments(transaction: Transaction<DB>, partId: string): Promise<Fitment[]> {
  const rows = await listRows(transaction, partId);
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

export interface SentFitments {
  mine: Fitment[];
  /** The list when the form was opened. */
  seen: Fitment[];
}

/**
 * Reads the list of a form; without one, as in a form of an earlier build, it stays unchanged.
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

/** Characters of a list in the audit trail. */
const MAX_AUDITED = 2_000;

interface Merged {
  /** What is to be stored. */
  text: string;
  before: string;
  conflicts: FieldConflict[];
  error?: string;
}

/** Merges the sent list into the stored one. The part is locked. */
export async function mergeIntoStored(
  transaction: Transaction<DB>,
  partId: string,
  { mine, seen }: SentFitments,
  choices: FieldChoices,
): Promise<Merged> {
  const now = await listFitments(transaction, partId);
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
  partId: string,
  text: string,
): Promise<void> {
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
      .values(
        [...wanted.values()].map((row) => ({
          part_id: partId,
          make: row.make,
          model: row.model,
          from_year: row.fromYear,
          to_year: row.toYear,
          engine: row.engine,
          trim: row.trim,
          position: row.position,
          note: row.note,
        })),
      )
      .execute();
  }
}

/** The vehicles in words, for the audit trail. */
export function auditFitments(text: string): { fitments: string } {
  const vehicles = (JSON.parse(text) as Fitment[]).map(describeWholeFitment).join('; ');
  return { fitments: vehicles.length > MAX_AUDITED ? `${vehicles.slice(0, MAX_AUDITED)}…` : vehicles };
}
