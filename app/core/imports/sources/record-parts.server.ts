import { sql } from 'kysely';
import type { Advanced, RunStep } from './read-run.server.ts';

const RECORDED_LINES = 2000;

/** Notes the parts that the next lines name, and deletes lines that changed nothing: such a file may come every 15 minutes. */
export async function recordStep({ database, run, admin }: RunStep): Promise<Advanced> {
  const { importId, sourceId, id: runId } = run;
  return database.as(admin, async (transaction): Promise<Advanced> => {
    const found = await transaction
      .selectFrom('import_runs')
      .innerJoin('part_changes as import', 'import.id', 'import_runs.import_id')
      .select(['recorded', 'conflicts', 'import.lines'])
      .where('import_runs.id', '=', runId)
      .where('import.state', '=', 'ended')
      .forUpdate('import_runs')
      .executeTakeFirst();
    if (!found) return 'wait';
    const to = Math.min(found.recorded + RECORDED_LINES, found.lines);
    await sql`
      insert into import_source_parts (source_id, part_id, run_id, delivered)
      select distinct on (part_id) ${sourceId}::uuid, part_id, ${runId}::uuid, sent from part_change_lines
      where change_id = ${importId} and place > ${found.recorded} and place <= ${to} and part_id is not null
        and outcome in ('added', 'changed', 'unchanged')
      order by part_id, place desc
      on conflict (source_id, part_id) do update set run_id = excluded.run_id, is_listed = true, hide_run = null,
        delivered = coalesce(import_source_parts.delivered, '{}') || excluded.delivered`.execute(transaction);
    // A refused line delivers nothing, but its part has not left the file.
    await sql`
      update import_source_parts as delivered set run_id = ${runId}, is_listed = true, hide_run = null
      from part_change_lines as line
      where line.change_id = ${importId} and place > ${found.recorded} and place <= ${to} and outcome = 'refused'
        and delivered.source_id = ${sourceId} and delivered.part_id = line.part_id`.execute(transaction);
    await sql`select forget_unchanged_lines(${importId}::uuid, ${found.recorded + 1}, ${to})`.execute(
      transaction,
    );
    const { count } = await transaction
      .selectFrom('part_change_lines')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('change_id', '=', importId)
      .where('place', '>', found.recorded)
      .where('place', '<=', to)
      .where('conflicts', 'is not', null)
      .executeTakeFirstOrThrow();
    await transaction
      .updateTable('import_runs')
      .set({ recorded: to, conflicts: found.conflicts + Number(count) })
      .where('id', '=', runId)
      .execute();
    return 'again';
  });
}
