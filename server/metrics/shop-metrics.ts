import { sql } from 'kysely';
import type { Logger } from 'pino';
import type pg from 'pg';
import type { Database } from '#services';
import { withTimeLimit } from '#domain/time-limit.ts';
import { backupTime, listBackups } from '../backup/backup-names.ts';
import { readFreeSpace } from '../free-space.ts';
import { shareRuns } from '../share-runs.ts';
import { family, type Family, type Labels } from './families.ts';

const TIMEOUT_MS = 2_000;

/** Several processes may ask at once. */
const CACHE_MS = 2_000;

/** Every process reads the same figures. Sums over processes would be wrong. */
const FROM_DATABASE = { source: 'database' };

export interface ShopMetricsOptions {
  database: Pick<Database, 'shop'> & { jobs: pg.Pool };
  /** Undefined if this process makes no backups. */
  backupFolder: string | undefined;
  /** Folders whose disks must not fill up, by their name. */
  folders: Readonly<Record<string, string>>;
  log: Logger;
}

/** Figures of the whole shop. What can't be read is left out. Takes two seconds at most. */
export function createShopMetrics(options: ShopMetricsOptions): (labels: Labels) => Promise<Family[]> {
  const { database, backupFolder, folders, log } = options;
  const readDatabase = keepFor(
    CACHE_MS,
    shareRuns(async () => {
      const [jobs, shop] = await Promise.all([readJobs(database.jobs), readShop(database.shop)]);
      return [...jobs, ...shop];
    }),
  );
  const readDisks = shareRuns(() => readFolders(folders));
  const readBackups = shareRuns(async () => (backupFolder === undefined ? [] : readLastBackup(backupFolder)));

  const orNothing = (what: string, read: () => Promise<Family[]>) =>
    withTimeLimit(TIMEOUT_MS, read()).catch((error: unknown) => {
      log.warn({ err: error }, `Figures could not be read: ${what}`);
      return undefined;
    });

  return async function collectShop(labels) {
    const [figures, disks, backups] = await Promise.all([
      orNothing('database', readDatabase),
      orNothing('disks', readDisks),
      orNothing('backups', readBackups),
    ]);
    return [
      family('gauge', 'partyard_database_up', 'Whether the figures of the database could be read.', [
        [labels, figures ? 1 : 0],
      ]),
      ...(figures ?? []),
      ...(disks ?? []),
      ...(backups ?? []),
    ];
  };
}

function keepFor<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { value: T; until: number } | undefined;
  return async () => {
    if (kept && performance.now() < kept.until) return kept.value;
    const value = await read();
    kept = { value, until: performance.now() + milliseconds };
    return value;
  };
}

async function readJobs(pool: pg.Pool): Promise<Family[]> {
  const [{ rows: jobs }, { rows: runners }] = await Promise.all([
    pool.query<{ task: string; state: string; count: number; age: number }>(
      `select task, state, count(*)::int as count,
         coalesce(extract(epoch from max(now() - run_at) filter (where run_at < now())), 0)::float8 as age
       from (
         select task_identifier as task, run_at,
           case
             when locked_at is not null then 'running'
             when attempts >= max_attempts then 'failed'
             when attempts > 0 then 'retrying'
             when run_at > now() then 'scheduled'
             else 'waiting'
           end as state
         from graphile_worker.jobs
       ) as jobs group by task, state`,
    ),
    pool.query<{ count: number }>(
      "select count(*)::int as count from public.job_workers where alive_at > now() - interval '30 seconds'",
    ),
  ]);
  return [
    family(
      'gauge',
      'partyard_jobs',
      'Jobs: waiting, scheduled for later, running, retrying (after a failure), or failed for good.',
      jobs.map(({ task, state, count }) => [{ ...FROM_DATABASE, task, state }, count]),
    ),
    family(
      'gauge',
      'partyard_job_wait_seconds',
      'How long the oldest job of each kind and state is due.',
      jobs
        .filter(({ state }) => state === 'waiting' || state === 'retrying')
        .map(({ task, state, age }) => [{ ...FROM_DATABASE, task, state }, age]),
    ),
    family('gauge', 'partyard_job_runners', 'Runners of jobs that processes have.', [
      [FROM_DATABASE, runners[0]?.count ?? 0],
    ]),
  ];
}

type ShopRow = { family: 'orders' | 'desk' | 'mails' | 'wait' | 'alerts'; label: string; value: number };

/** Uses indexes only, so that it stays quick with a million orders. */
async function readShop(shop: Database['shop']): Promise<Family[]> {
  const { rows } = await sql<ShopRow>`
    select 'orders' as family, status as label, count(*)::float8 as value from public.orders
      where created_at > now() - interval '1 day' group by status
    union all
    select 'desk', case when ship_by < now() then 'late' else 'in time' end, count(*) from public.orders
      where status = 'completed' and progress in ('to_pack', 'packed', 'partly_shipped', 'ready') group by 2
    union all
    select 'mails', 'queued', count(*) from public.mails where sent_at is null and given_up_at is null
    union all
    select 'mails', 'failed', count(*) from public.mails where given_up_at > now() - interval '1 day'
    union all
    select 'wait', '', coalesce(extract(epoch from now() - min(created_at)), 0) from public.mails
      where sent_at is null and given_up_at is null
    union all
    select 'alerts', kind, count(*) from public.alerts where settled_at is null group by kind`.execute(shop);
  const figures = (wanted: ShopRow['family'], name?: string) =>
    rows
      .filter((row) => row.family === wanted)
      .map(({ label, value }) => [{ ...FROM_DATABASE, ...(name && { [name]: label }) }, value] as const);
  return [
    family(
      'gauge',
      'partyard_orders_last_day',
      'Orders of the last 24 hours, by the state of their payment.',
      figures('orders', 'status'),
    ),
    family(
      'gauge',
      'partyard_orders_to_send',
      'Paid orders that are not sent, by whether the promised time is over.',
      figures('desk', 'time'),
    ),
    family(
      'gauge',
      'partyard_mails',
      'Mails: queued, or failed (given up in the last 24 hours).',
      figures('mails', 'state'),
    ),
    family('gauge', 'partyard_mail_wait_seconds', 'The age of the oldest queued mail.', figures('wait')),
    family('gauge', 'partyard_alerts_open', 'Alerts that need a person.', figures('alerts', 'kind')),
  ];
}

async function readFolders(folders: ShopMetricsOptions['folders']): Promise<Family[]> {
  const free = await Promise.all(
    Object.entries(folders).map(async ([folder, path]) => [{ folder }, await readFreeSpace(path)] as const),
  );
  return [family('gauge', 'partyard_disk_free_bytes', 'Free space on the disks of the folders.', free)];
}

async function readLastBackup(folder: string): Promise<Family[]> {
  const [newest] = await listBackups(folder);
  return [
    family(
      'gauge',
      'partyard_last_backup_timestamp_seconds',
      'The time of the newest backup, in seconds since 1970. 0 without a backup.',
      [[{}, newest === undefined ? 0 : backupTime(newest).getTime() / 1_000]],
    ),
  ];
}
