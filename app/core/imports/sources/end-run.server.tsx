import { sql, type Transaction } from 'kysely';
import { raiseAlert, settleAlert } from '#core/alerts/alerts.server.ts';
import type { DB } from '#db/types.ts';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { retryDelay, sourceHost } from './import-source.ts';
import { MailAction, MailFacts, MailFrame, MailText } from '#core/mail/ui/mail-parts.tsx';
import { writeMail } from '#core/mail/write-mail.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import type { Advanced } from './read-run.server.ts';

interface NamedRun {
  database: Database;
  siteUrl: string;
  runId: string;
}

const now = sql<Date>`now()`;

/** Returns undefined if the run has already ended. */
function lockOpenRun(transaction: Transaction<DB>, runId: string) {
  return transaction
    .selectFrom('import_runs as run')
    .innerJoin('import_sources as source', 'source.id', 'run.source_id')
    .selectAll('run')
    .select(['source.supplier', 'source.address', 'source.failures', 'source.host_key'])
    .where('run.id', '=', runId)
    .where('run.ended_at', 'is', null)
    .forUpdate('run')
    .executeTakeFirst();
}

type OpenRun = NonNullable<Awaited<ReturnType<typeof lockOpenRun>>>;

function factsOf({ supplier, address }: Pick<OpenRun, 'supplier' | 'address'>) {
  return { Supplier: supplier, Server: sourceHost(address) };
}

/** Ends a run that did everything. Sends a mail if the source has failed before. */
export async function endRun(
  { database, siteUrl, runId }: NamedRun,
  state: 'done' | 'nothing-new',
): Promise<Advanced> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const run = await lockOpenRun(transaction, runId);
    if (!run) return;
    const imported = await transaction
      .selectFrom('part_changes')
      .select(['added', 'changed', 'unchanged', 'refused'])
      .where('id', '=', run.import_id)
      .executeTakeFirst();
    await transaction
      .updateTable('import_runs')
      .set({ ...imported, state, ended_at: now })
      .where('id', '=', runId)
      .execute();
    await transaction
      .updateTable('import_sources')
      .set({
        failing_since: null,
        failures: 0,
        problem: null,
        ...(state === 'done' && {
          etag: run.etag,
          last_modified: run.last_modified,
          sha256: run.sha256,
          ends_with_break: run.ends_with_break,
        }),
      })
      .where('id', '=', run.source_id)
      .execute();
    if (state === 'nothing-new') await removeRepeated(transaction, run);
    else {
      await reportRefused(transaction, run, imported?.refused ?? 0);
      await reportConflicts(transaction, run);
    }
    await reportRecovery(transaction, run, siteUrl);
  });
  return 'wait';
}

/** Keeps only the last of successive runs that found nothing new. */
async function removeRepeated(transaction: Transaction<DB>, run: OpenRun): Promise<void> {
  const before = await transaction
    .selectFrom('import_runs')
    .select(['id', 'state'])
    .where('source_id', '=', run.source_id)
    .where('id', '<>', run.id)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (before?.state === 'nothing-new')
    await transaction.deleteFrom('import_runs').where('id', '=', before.id).execute();
}

/** Raises an alert that stays until a person has looked: the values that were not kept are in no later file. */
async function reportConflicts(transaction: Transaction<DB>, run: OpenRun): Promise<void> {
  if (run.conflicts === 0) return;
  const details = { ...factsOf(run), Conflicts: formatPartCount(run.conflicts) };
  await raiseAlert(transaction, { kind: 'import-source-conflicts', subject: run.source_id, details });
}

/** Sends one mail when lines begin to be refused. The alert stays open until none are. */
async function reportRefused(transaction: Transaction<DB>, run: OpenRun, refused: number): Promise<void> {
  const alert = { kind: 'import-source-refused', subject: run.source_id } as const;
  if (refused === 0) return settleAlert(transaction, alert);
  const details = { ...factsOf(run), 'Rejected lines': refused.toLocaleString('en-US') };
  return raiseAlert(transaction, { ...alert, details });
}

async function reportRecovery(transaction: Transaction<DB>, run: OpenRun, siteUrl: string): Promise<void> {
  await settleAlert(transaction, { kind: 'import-source-waits', subject: run.source_id });
  const settled = await transaction
    .updateTable('alerts')
    .set({ settled_at: now })
    .where('kind', '=', 'import-source-failed')
    .where('subject', '=', run.source_id)
    .where('settled_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!settled) return;
  await writeMail(transaction, (shop) => ({
    to: null,
    subject: `${shop.name}: the scheduled import from ${run.supplier} works again`,
    content: (
      <MailFrame title="A scheduled import works again" siteUrl={siteUrl}>
        <MailFacts facts={Object.entries(factsOf(run))} />
        <MailText>Its last run succeeded.</MailText>
        <MailAction href={`${siteUrl}/admin/import/sources/${run.source_id}`}>Open the import</MailAction>
      </MailFrame>
    ),
  }));
}

interface Failure {
  /** Text for admins, at most 500 characters. */
  error: string;
  /** The fingerprint of a server that an admin has to confirm. */
  seenHostKey?: string | undefined;
}

/**
 * Ends a run that failed. The source is tried again later and later. One mail is sent when it begins to fail: the alert is
 * open until it works again. A run that an admin has started reports on the screen only, unless the key of the server has
 * changed.
 */
export async function failRun(
  { database, runId }: NamedRun,
  { error: reason, seenHostKey }: Failure,
): Promise<Advanced> {
  const error = reason.slice(0, 500);
  await database.as({ role: 'service_role' }, async (transaction) => {
    const run = await lockOpenRun(transaction, runId);
    if (!run) return;
    await transaction
      .updateTable('import_runs')
      .set({ state: 'failed', error, ended_at: now })
      .where('id', '=', runId)
      .execute();
    const failures = run.failures + 1;
    await transaction
      .updateTable('import_sources')
      .set({
        failing_since: sql<Date>`coalesce(failing_since, now())`,
        problem: error,
        ...(!run.is_by_hand && {
          failures,
          next_run_at: sql<Date>`now() + make_interval(secs => ${retryDelay(failures) / 1000})`,
        }),
        ...(seenHostKey !== undefined && { seen_host_key: seenHostKey }),
      })
      .where('id', '=', run.source_id)
      .execute();
    await settleAlert(transaction, { kind: 'import-source-waits', subject: run.source_id });
    const hasNewKey = seenHostKey !== undefined && run.host_key !== null;
    if (run.is_by_hand && !hasNewKey) return;
    await raiseAlert(transaction, {
      kind: 'import-source-failed',
      subject: run.source_id,
      details: { ...factsOf(run), Reason: error.slice(0, 300) },
    });
  });
  return 'wait';
}

/** Raises an alert: a run that would hide many parts waits for an admin. */
export async function raiseWaiting({ database, runId }: NamedRun): Promise<Advanced> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const run = await lockOpenRun(transaction, runId);
    if (run?.state !== 'waiting') return;
    await raiseAlert(transaction, {
      kind: 'import-source-waits',
      subject: run.source_id,
      details: {
        ...factsOf(run),
        'Would be hidden': `${run.to_hide.toLocaleString('en-US')} of ${run.listed.toLocaleString('en-US')} parts`,
      },
    });
  });
  return 'wait';
}
