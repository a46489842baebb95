import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { hidesTooMany } from './import-source.ts';
import { guessFields, type Mapping, type RememberedMapping } from '../files/mapping.ts';
import { formatLines } from '../files/describe-change.ts';
import { showParts } from '#core/part-changes/part-table.server.ts';
import { failRun, raiseWaiting } from './end-run.server.tsx';
import { CUT_OFF } from './fetch-file.server.ts';
import type { Advanced, RunStep } from './read-run.server.ts';

const zero = { done: 0, added: 0, changed: 0, unchanged: 0, refused: 0, skipped: 0 };

const LOOK = 'The columns need your review:';

/** Starts the check with the supplier's columns. If none are stored, an admin has to choose them. */
export async function checkRun({ database, run, admin }: RunStep, siteUrl: string): Promise<Advanced> {
  const problem = await database.as(admin, async (transaction) => {
    const found = await transaction
      .selectFrom('part_changes')
      .select(['header', 'lines'])
      .where('id', '=', run.importId)
      .where('state', '=', 'mapping')
      .forUpdate()
      .executeTakeFirst();
    if (!found || run.importId === null) return undefined;
    const header = found.header as unknown as string[];
    const isChecked = run.kind === 'full' && !run.isByHand && run.endsWithBreak !== null;
    if (isChecked && (await isCutOff(transaction, { importId: run.importId, header }))) return CUT_OFF;
    const mapping = await findMapping(transaction, run.supplier, header);
    if (typeof mapping === 'string') return mapping;
    await transaction
      .updateTable('part_changes')
      .set({ ...zero, state: 'checking', mapping: JSON.stringify(mapping) })
      .where('id', '=', run.importId)
      .execute();
    return undefined;
  });
  if (problem === undefined) return 'wait';
  return failRun({ database, siteUrl, runId: run.id }, { error: problem });
}

/** Tells whether the last line has fewer cells than all lines before it. */
async function isCutOff(
  transaction: Transaction<DB>,
  { importId, header }: { importId: string; header: string[] },
): Promise<boolean> {
  const lines = await transaction
    .selectFrom('part_change_lines')
    .select(sql<number>`jsonb_array_length(cells)`.as('cells'))
    .where('change_id', '=', importId)
    .orderBy('place', 'desc')
    .limit(20)
    .execute();
  const [last, ...before] = lines.map(({ cells }) => cells);
  return last !== undefined && last < Math.min(header.length, ...before);
}

/** Finds the columns that an admin has chosen for the supplier. Ignores columns that are new. */
async function findMapping(
  transaction: Transaction<DB>,
  supplier: string,
  header: string[],
): Promise<Mapping | string> {
  const known = await transaction
    .selectFrom('part_import_mappings')
    .select('fields')
    .where('supplier', '=', supplier.toLowerCase())
    .executeTakeFirst();
  if (!known) return `${LOOK} open the file and choose what each column is. Later runs use your choices`;
  const remembered = known.fields as unknown as RememberedMapping;
  const missing = Object.entries(remembered.fields).find(
    ([name, field]) => field !== null && !header.includes(name),
  );
  if (missing) return `${LOOK} '${missing[0].slice(0, 100)}' is no longer in the file`;
  const { condition } = remembered;
  if (condition !== null) {
    const conditions = await transaction.selectFrom('conditions').select('name').execute();
    if (!conditions.some(({ name }) => name === condition))
      return `${LOOK} the condition of new parts, ${condition.slice(0, 100)}, is no longer in the list`;
  }
  const all = Object.fromEntries(header.map((name) => [name, remembered.fields[name] ?? null]));
  return { ...remembered, fields: guessFields(header, all) };
}

/**
 * Applies a checked file, if it refuses no line or the good lines are enough, and if it hides few parts or an admin has
 * confirmed it. First shows parts that the source has hidden and that are back in the file, and checks the file again.
 */
export async function applyRun({ database, run, admin }: RunStep, siteUrl: string): Promise<Advanced> {
  const { id: runId, importId, sourceId } = run;
  if (importId === null) return 'again';
  const named = { database, siteUrl, runId };
  if (run.state === 'waiting') return raiseWaiting(named);
  const outcome = await database.as(
    admin,
    async (transaction): Promise<{ next: Advanced } | { problem: string }> => {
      await sql`select set_config('statement_timeout', '2min', true)`.execute(transaction);
      const found = await transaction
        .selectFrom('part_changes')
        .select('refused')
        .where('id', '=', importId)
        .where('state', '=', 'checked')
        .forUpdate()
        .executeTakeFirst();
      if (!found) return { next: 'wait' };
      if (run.kind === 'full' && run.state === 'importing') {
        const left = await countLeft(transaction, { importId, sourceId });
        const isStopped = hidesTooMany(left);
        await transaction
          .updateTable('import_runs')
          .set({ to_hide: left.toHide, listed: left.listed, ...(isStopped && { state: 'waiting' }) })
          .where('id', '=', runId)
          .execute();
        if (isStopped) return { next: 'again' };
      }
      const returning = await findReturning(transaction, { importId, sourceId });
      if (run.mode === 'all' && found.refused > returning.length)
        return { problem: `${formatLines(found.refused)} would be rejected, so nothing was imported` };
      if (returning.length > 0 && (await showAgain(transaction, { runId, sourceId, ids: returning })) > 0) {
        await transaction
          .updateTable('part_changes')
          .set({ ...zero, state: 'checking' })
          .where('id', '=', importId)
          .execute();
        return { next: 'wait' };
      }
      if (run.mode === 'all' && found.refused > 0)
        return { problem: `${formatLines(found.refused)} would be rejected, so nothing was imported` };
      await transaction
        .updateTable('part_changes')
        .set({ ...zero, state: 'applying', mode: run.mode })
        .where('id', '=', importId)
        .execute();
      return { next: 'wait' };
    },
  );
  return 'problem' in outcome ? failRun(named, { error: outcome.problem }) : outcome.next;
}

interface Named {
  importId: string;
  sourceId: string;
}

/** Counts the parts in the shop that the source has delivered, and those of them that no line of the file names. */
async function countLeft(transaction: Transaction<DB>, { importId, sourceId }: Named) {
  const { rows } = await sql<{ listed: string; left: string }>`
    select count(*) as listed, count(*) filter (where not exists (
      select from part_change_lines as line where line.change_id = ${importId} and line.part_id = delivered.part_id
    )) as left
    from import_source_parts as delivered
    join parts_catalog as part on part.id = delivered.part_id
    where delivered.source_id = ${sourceId} and delivered.is_listed`.execute(transaction);
  return { listed: Number(rows[0]?.listed ?? 0), toHide: Number(rows[0]?.left ?? 0) };
}

/** Finds parts that the source has hidden, and that are in the file again. */
async function findReturning(transaction: Transaction<DB>, { importId, sourceId }: Named): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select delivered.part_id as id
    from part_change_lines as line
    join import_source_parts as delivered on delivered.part_id = line.part_id
    join hidden_parts as part on part.id = line.part_id
    where line.change_id = ${importId} and line.outcome = 'refuse'
      and delivered.source_id = ${sourceId} and delivered.hidden_run is not null
    order by line.place limit 20000`.execute(transaction);
  return [...new Set(rows.map(({ id }) => id))];
}

/** Returns the number of parts shown. */
async function showAgain(
  transaction: Transaction<DB>,
  { runId, sourceId, ids }: { runId: string; sourceId: string; ids: string[] },
): Promise<number> {
  const shown = [...(await showParts(transaction, ids))];
  await transaction
    .updateTable('import_source_parts')
    .set({ hidden_run: null, shown_run: runId, is_listed: true })
    .where('source_id', '=', sourceId)
    .where(sql<boolean>`part_id = any (${shown}::uuid[])`)
    .execute();
  return shown.length;
}
