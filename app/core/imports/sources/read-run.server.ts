import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { ImportState } from '../files/list-part-changes.server.ts';
import type { Database, UserIdentity } from '#core/platform/database.server.ts';

/** The values of import_runs.state. */
export type RunState =
  | 'started'
  | 'importing'
  | 'waiting'
  | 'confirmed'
  | 'hiding'
  | 'done'
  | 'nothing-new'
  | 'failed'
  | 'discarded'
  | 'undone';

/** Reads a run with its source and import, with the shop's rights. */
export function readRun(transaction: Transaction<DB>, runId: string) {
  return transaction
    .selectFrom('import_runs as run')
    .innerJoin('import_sources as source', 'source.id', 'run.source_id')
    .leftJoin('part_changes as import', 'import.id', 'run.import_id')
    .select(['run.id', 'run.source_id as sourceId', 'run.import_id as importId', 'run.recorded'])
    .select(['run.ends_with_break as endsWithBreak', 'run.ended_at as endedAt', 'run.is_by_hand as isByHand'])
    .select(({ ref }) => ref('run.state').$castTo<RunState>().as('state'))
    .select(['source.user_id as userId', 'source.supplier', 'source.address', 'source.auth'])
    .select(['source.user_name as userName', 'source.sealed_secret as sealedSecret'])
    .select([
      'source.host_key as hostKey',
      'source.kind',
      'source.mode',
      'source.ends_with_break as endedWithBreak',
    ])
    .select('source.back_path as backPath')
    .select(['source.etag', 'source.last_modified as lastModified', 'source.sha256'])
    .select(({ ref }) => ref('import.state').$castTo<ImportState | null>().as('importState'))
    .select(['import.error as importError', 'import.lines', 'import.refused'])
    .where('run.id', '=', runId)
    .executeTakeFirst();
}

export type Run = NonNullable<Awaited<ReturnType<typeof readRun>>>;

export interface RunStep {
  database: Database;
  run: Run;
  /** The admin whose rights the run has. */
  admin: UserIdentity;
}

/** `wait` means that the job of the import, or an admin, goes on and adds the job of the run again. */
export type Advanced = 'again' | 'wait';
