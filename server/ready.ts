import type pg from 'pg';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#core/platform/database.server.ts';
import { withFallbackAfter } from '#core/values/time-limit.ts';
import { readMigrations } from './database/migrate.ts';
import { readFreeSpace } from './free-space.ts';
import { shareRuns } from './share-runs.ts';
import { writeTestFile } from './files/write-test-file.ts';

const CACHE_MS = 1_000;

const TIMEOUT_MS = 2_000;

/** A process that works on jobs reports every three seconds (server/jobs/job-recovery.ts). */
const MAX_SILENCE = '30 seconds';

const MIN_FREE_BYTES = 100 * 1024 * 1024;

/** True for each check that has passed. */
export type Readiness = Record<'database' | 'migrations' | 'jobs' | 'disk' | 'serving', boolean>;

type Passed = Omit<Readiness, 'serving'>;

/** Checks whether the shop can do all its work. Concurrent and frequent calls share a result. Takes two seconds at most. */
export type ReadyCheck = () => Promise<Readiness>;

export function createReadyCheck({
  database,
  folder,
  stopping,
  log,
}: {
  database: Pick<Database, 'shop'> & { limits: pg.Pool; jobs: pg.Pool };
  /** The folder of the files. */
  folder: string;
  /** Aborts when the shop stops. */
  stopping?: AbortSignal | undefined;
  log: Logger;
}): ReadyCheck {
  let files: ReturnType<typeof readMigrations> | undefined;

  async function requireMigrations(): Promise<void> {
    const { rows } = await sql<{
      name: string;
      checksum: string;
    }>`select name, checksum from applied_migrations()`.execute(database.shop);
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
    // A newer version, whose processes take over soon, may have migrated the database.
    for (const { name, checksum } of await (files ??= readMigrations())) {
      if (applied.get(name) !== checksum) throw new Error(`Migration ${name} is missing, or differs`);
    }
  }

  async function requireJobs(): Promise<void> {
    const { rowCount } = await database.jobs.query(
      'select from public.job_workers where alive_at > clock_timestamp() - $1::interval limit 1',
      [MAX_SILENCE],
    );
    if (!rowCount) throw new Error(`No process has worked on jobs for ${MAX_SILENCE}`);
  }

  async function requireSpace(): Promise<void> {
    await writeTestFile(folder, 'ready');
    if ((await readFreeSpace(folder)) < MIN_FREE_BYTES) throw new Error('Less than 100 MB are free');
  }

  function limited(what: keyof Passed, test: () => Promise<unknown>): () => Promise<boolean> {
    const run = shareRuns(() =>
      test().then(
        () => true,
        (error: unknown) => {
          log.error({ err: error }, `Not ready: ${what}`);
          return false;
        },
      ),
    );
    return () => withFallbackAfter(TIMEOUT_MS, false, run());
  }

  const checks = {
    database: limited('database', () => database.limits.query('select 1')),
    migrations: limited('migrations', requireMigrations),
    jobs: limited('jobs', requireJobs),
    disk: limited('disk', requireSpace),
  };

  async function check(): Promise<Passed> {
    const names = Object.keys(checks) as (keyof Passed)[];
    const passed = await Promise.all(names.map(async (name) => [name, await checks[name]()] as const));
    expiresAt = performance.now() + CACHE_MS;
    return Object.fromEntries(passed) as Passed;
  }

  let cached: Promise<Passed> | undefined;
  let expiresAt = 0;
  return async function checkReady() {
    if (!cached || performance.now() > expiresAt) {
      expiresAt = Number.POSITIVE_INFINITY;
      cached = check();
    }
    return { ...(await cached), serving: !stopping?.aborted };
  };
}
