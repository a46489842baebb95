import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { SourceAuth, SourceKind, SourceSchedule } from '#core/imports/sources/import-source.ts';
import { hiddenBySource } from '#core/part-changes/find-hidden.server.ts';
import type { ImportState } from '#core/imports/files/list-part-changes.server.ts';
import type { RunState } from '#core/imports/sources/read-run.server.ts';

const RUNS = 30;

function selectSources(transaction: Transaction<DB>) {
  return transaction
    .selectFrom('import_sources as source')
    .select([
      'id',
      'supplier',
      'address',
      'user_name as userName',
      'daily_at as dailyAt',
      'mode',
      'shop_owns as shopOwns',
      'back_path as backPath',
    ])
    .select(['host_key as hostKey', 'seen_host_key as seenHostKey', 'problem', 'failures'])
    .select(({ ref }) => ref('auth').$castTo<SourceAuth>().as('auth'))
    .select(({ ref }) => ref('schedule').$castTo<SourceSchedule>().as('schedule'))
    .select(({ ref }) => ref('kind').$castTo<SourceKind>().as('kind'))
    .select(['paused_at', 'next_run_at', 'failing_since'])
    .select(
      sql<RunState | null>`(select state from import_runs where source_id = source.id and ended_at is null)`.as(
        'openRun',
      ),
    );
}

function toSource<Row extends { paused_at: Date | null; next_run_at: Date; failing_since: Date | null }>({
  paused_at: paused,
  next_run_at: next,
  failing_since: failing,
  ...row
}: Row) {
  return {
    ...row,
    pausedAt: paused?.toISOString() ?? null,
    nextRunAt: next.toISOString(),
    failingSince: failing?.toISOString() ?? null,
  };
}

export async function listSources(transaction: Transaction<DB>) {
  const rows = await selectSources(transaction).orderBy('supplier').orderBy('id').execute();
  return rows.map(toSource);
}

export type Source = Awaited<ReturnType<typeof listSources>>[number];

function toRun<Row extends { started_at: Date }>({ started_at: started, ...run }: Row) {
  return { ...run, startedAt: started.toISOString() };
}

/** Reads a source with its newest runs. Undefined if it was deleted. */
export async function readSource(transaction: Transaction<DB>, id: string) {
  const row = await selectSources(transaction).where('source.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const runs = await transaction
    .selectFrom('import_runs as run')
    .leftJoin('part_changes as import', 'import.id', 'run.import_id')
    .select(['run.id', 'run.import_id as importId', 'run.is_by_hand as isByHand', 'run.error', 'started_at'])
    .select([
      'run.added',
      'run.changed',
      'run.refused',
      'run.hidden',
      'run.conflicts',
      'to_hide as toHide',
      'listed',
    ])
    .select(['import.done', 'import.lines', 'import.refused as importRefused'])
    .select(({ ref }) => ref('run.state').$castTo<RunState>().as('state'))
    .select(({ ref }) => ref('import.state').$castTo<ImportState | null>().as('importState'))
    .where('source_id', '=', id)
    .orderBy('started_at', 'desc')
    .orderBy('run.id', 'desc')
    .limit(RUNS)
    .execute();
  const { rows: counts } = await sql<{ listed: string; hidden: string }>`
    select (select count(*) from import_source_parts where source_id = ${id} and is_listed) as listed,
      (select count(*) from (${hiddenBySource(id)}) as hidden) as hidden`.execute(transaction);
  return {
    source: toSource(row),
    delivered: Number(counts[0]?.listed),
    hidden: Number(counts[0]?.hidden),
    runs: runs.map(toRun),
  };
}

export type SourceDetails = NonNullable<Awaited<ReturnType<typeof readSource>>>;
export type SourceRun = SourceDetails['runs'][number];
