import { sql } from 'kysely';
import type { Logger } from 'pino';
import type pg from 'pg';
import type { Database } from '#core/platform/database.server.ts';
import { withTimeLimit } from '#core/values/time-limit.ts';
import { backupTime, listBackups } from '../backup/backup-names.ts';
import { readFreeSpace } from '../free-space.ts';
import { shareRuns } from '../share-runs.ts';
import { type Family, gauge } from './families.ts';

const TIMEOUT_MS = 2_000;

export interface ShopMetricsOptions {
  /** Number of this process. */
  worker: number;
  database: Pick<Database, 'shop'> & { jobs: pg.Pool };
  /** Undefined if this process makes no backups. */
  backupFolder: string | undefined;
  /** Folders whose disks must not fill up, by name. */
  folders: Readonly<Record<string, string>>;
  log: Logger;
}

/** Creates a reader of the whole shop's figures. It leaves out what can't be read, and takes two seconds at most. */
export function createShopMetrics(options: ShopMetricsOptions): () => Promise<Family[]> {
  const { worker, database, backupFolder, folders, log } = options;
  const readers = {
    database: shareRuns(() => readDatabase(database)),
    disks: shareRuns(() => readFolders(folders)),
    backups: shareRuns(async () => (backupFolder === undefined ? [] : readLastBackup(backupFolder))),
  };
  const readOrSkip = (what: keyof typeof readers) =>
    withTimeLimit(TIMEOUT_MS, readers[what]()).catch((error: unknown): Family[] => {
      log.warn({ err: error }, `Figures could not be read: ${what}`);
      return [];
    });
  return async function readShop() {
    const [figures, disks, backups] = await Promise.all([
      readOrSkip('database'),
      readOrSkip('disks'),
      readOrSkip('backups'),
    ]);
    const up = gauge('partyard_database_up', 'Whether the figures of the database could be read.', [
      [{ worker }, figures.length > 0 ? 1 : 0],
    ]);
    return [up, ...figures, ...disks, ...backups];
  };
}

const helps = {
  partyard_jobs:
    'Jobs: waiting, scheduled for later, running, retrying (after a failure), or failed for good.',
  partyard_job_wait_seconds: 'How long the oldest job of each kind and state is due.',
  partyard_job_runners: 'Runners of jobs that processes have.',
  partyard_orders_last_day: 'Orders of the last 24 hours, by the state of their payment.',
  partyard_orders_to_send: 'Paid orders that are not sent, by whether the promised time is over.',
  partyard_mails: 'Mails: queued, or failed (given up in the last 24 hours).',
  partyard_mail_wait_seconds: 'The age of the oldest queued mail.',
  partyard_alerts_open: 'Alerts that need a person.',
};

interface Row {
  name: keyof typeof helps;
  labels: Record<string, string>;
  value: number;
}

/** Every process reads the same figures. Sums over processes would be wrong. */
async function readDatabase({ jobs, shop }: ShopMetricsOptions['database']): Promise<Family[]> {
  const [ofJobs, ofShop] = await Promise.all([jobs.query<Row>(JOBS), OF_SHOP.execute(shop)]);
  const rows = [...ofJobs.rows, ...ofShop.rows];
  return Object.entries(helps).map(([name, help]) =>
    gauge(
      name,
      help,
      rows
        .filter((row) => row.name === name)
        .map(({ labels, value }) => [{ source: 'database', ...labels }, value]),
    ),
  );
}

const JOBS = `
  with jobs as (
    select task_identifier as task, run_at,
      case
        when locked_at is not null then 'running'
        when attempts >= max_attempts then 'failed'
        when attempts > 0 then 'retrying'
        when run_at > now() then 'scheduled'
        else 'waiting'
      end as state
    from graphile_worker.jobs
  )
  select 'partyard_jobs' as name, jsonb_build_object('task', task, 'state', state) as labels,
    count(*)::float8 as value
  from jobs group by task, state
  union all
  select 'partyard_job_wait_seconds', jsonb_build_object('task', task, 'state', state),
    greatest(0, extract(epoch from now() - min(run_at)))
  from jobs where state in ('waiting', 'retrying') group by task, state
  union all
  select 'partyard_job_runners', '{}', count(*) from public.job_workers
  where alive_at > now() - interval '30 seconds'`;

/** Reads indexes only, so that it stays quick with a million orders. */
const OF_SHOP = sql<Row>`
  select 'partyard_orders_last_day' as name, jsonb_build_object('status', status) as labels,
    count(*)::float8 as value
  from public.orders where created_at > now() - interval '1 day' group by status
  union all
  select 'partyard_orders_to_send',
    jsonb_build_object('time', case when ship_by < now() then 'late' else 'in time' end), count(*)
  from public.orders
  where status = 'completed' and progress in ('to_pack', 'packed', 'partly_shipped', 'ready') group by 2
  union all
  select 'partyard_mails', '{"state": "queued"}', count(*) from public.mails
  where sent_at is null and given_up_at is null
  union all
  select 'partyard_mails', '{"state": "failed"}', count(*) from public.mails
  where given_up_at > now() - interval '1 day'
  union all
  select 'partyard_mail_wait_seconds', '{}', coalesce(extract(epoch from now() - min(created_at)), 0)
  from public.mails where sent_at is null and given_up_at is null
  union all
  select 'partyard_alerts_open', jsonb_build_object('kind', kind), count(*) from public.alerts
  where settled_at is null group by kind`;

async function readFolders(folders: ShopMetricsOptions['folders']): Promise<Family[]> {
  const free = await Promise.all(
    Object.entries(folders).map(async ([folder, path]) => [{ folder }, await readFreeSpace(path)] as const),
  );
  return [gauge('partyard_disk_free_bytes', 'Free space on the disks of the folders.', free)];
}

async function readLastBackup(folder: string): Promise<Family[]> {
  const [newest] = await listBackups(folder);
  return [
    gauge(
      'partyard_last_backup_timestamp_seconds',
      'The time of the newest backup, in seconds since 1970. 0 without a backup.',
      [[{}, newest === undefined ? 0 : backupTime(newest).getTime() / 1_000]],
    ),
  ];
}
