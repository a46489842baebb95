import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#audit/server';
import type { DB } from '#db/types.ts';
import type { Fitment } from '#domain/fitment.ts';
import type { ActionResult } from '#ui/actions/action-result.ts';

const columns = ['make', 'model', 'from_year', 'to_year', 'engine', 'trim', 'position', 'note'] as const;

/** The vehicles that the owner lists for a part, besides its own: by make, model and year. */
export async function readFitmentsOf(transaction: Transaction<DB>, partId: string): Promise<Fitment[]> {
  const rows = await transaction
    .selectFrom('part_fitments')
    .select(columns)
    .where('part_id', '=', partId)
    .orderBy('make')
    .orderBy('model')
    .orderBy('from_year')
    .orderBy('id')
    .execute();
  return rows.map(({ make, model, from_year: fromYear, to_year: toYear, engine, trim, position, note }) => ({
    make,
    model,
    fromYear,
    toYear,
    engine,
    trim,
    position,
    note,
  }));
}

interface ChangedFitments {
  partId: string;
  /** As readFitments in app/domain/fitment-form.ts returns them. */
  fitments: readonly Fitment[];
  /** Those that the editor was opened with. If someone else has changed them since, nothing is saved. */
  seen: readonly Fitment[];
}

/** Replaces the listed vehicles of a part, under its row lock. Makes and models get the catalog's spelling. */
export async function saveFitments(
  transaction: Transaction<DB>,
  { partId, fitments, seen }: ChangedFitments,
): Promise<ActionResult> {
  const part = await sql`select from parts_catalog where id = ${partId}::uuid for update`.execute(
    transaction,
  );
  if (part.rows.length === 0)
    return { done: false, message: 'Error saving vehicles: the part has been deleted' };
  const before = await readFitmentsOf(transaction, partId);
  const wanted = unique(await withCatalogNames(transaction, fitments));
  if (keysOf(before) === keysOf(wanted)) return { done: true, message: 'Vehicles saved' };
  if (keysOf(before) !== keysOf(seen)) {
    return {
      done: false,
      message: 'Someone else has changed these vehicles. Please reload them, and try again',
    };
  }
  await transaction.deleteFrom('part_fitments').where('part_id', '=', partId).execute();
  if (wanted.length > 0) {
    await transaction
      .insertInto('part_fitments')
      .values(
        wanted.map(({ fromYear, toYear, ...others }) => ({
          part_id: partId,
          ...others,
          from_year: fromYear,
          to_year: toYear,
        })),
      )
      .execute();
  }
  await logAdminAction(transaction, 'update_fitments', {
    resourceId: partId,
    before: before.map(describe),
    after: wanted.map(describe),
  });
  return { done: true, message: 'Vehicles saved' };
}

/** Shoppers choose names of the catalog, so a name that differs only in case gets its spelling. */
async function withCatalogNames(
  transaction: Transaction<DB>,
  fitments: readonly Fitment[],
): Promise<Fitment[]> {
  if (fitments.length === 0) return [];
  const { rows } = await sql<{ make: string; model: string }>`
    select distinct vehicle_make as make, vehicle_model as model from catalog_counts
    where parts > 0 and lower(vehicle_make) = any(${fitments.map(({ make }) => make.toLowerCase())}::text[])
      and vehicle_model <> ''`.execute(transaction);
  const makes = new Map(rows.map(({ make }) => [make.toLowerCase(), make]));
  const models = new Map(rows.map(({ make, model }) => [`${make}\n${model}`.toLowerCase(), model]));
  return fitments.map((each) => ({
    ...each,
    make: makes.get(each.make.toLowerCase()) ?? each.make,
    model: models.get(`${each.make}\n${each.model}`.toLowerCase()) ?? each.model,
  }));
}

function keysOf(fitments: readonly Fitment[]): string {
  return fitments.map(keyOf).toSorted().join('\n');
}

function unique(fitments: readonly Fitment[]): Fitment[] {
  return [...new Map(fitments.map((each) => [keyOf(each), each])).values()];
}

function keyOf({ make, model, fromYear, toYear, engine, trim, position, note }: Fitment): string {
  return JSON.stringify([make, model, fromYear, toYear, engine, trim, position, note]);
}

/** As in '2006-2011 Honda Civic, 1.8L'. */
function describe({ make, model, fromYear, toYear, trim, engine, position, note }: Fitment): string {
  const years = fromYear === toYear ? String(fromYear) : `${fromYear}-${toYear}`;
  return [`${years} ${make} ${model}`, trim, engine, position, note].filter(Boolean).join(', ');
}
