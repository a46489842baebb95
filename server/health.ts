import type pg from 'pg';
import type { Logger } from 'pino';
import { withTimeLimit } from '#core/values/time-limit.ts';
import { writeTestFile } from './files/write-test-file.ts';

const CACHE_MS = { healthy: 3_000, unhealthy: 1_000 };

const TEST_TIMEOUT_MS = 5_000;

/** The list exceeds `work_mem` and needs a temporary file, which fails on a full disk. The row tests the commit. */
const TEST_STATEMENT = `
  select set_config('synchronous_commit', 'on', true), set_config('work_mem', '64kB', true);
  insert into public.limits (key, points, expire)
    values ('health', 1, extract(epoch from now() + interval '1 hour') * 1000)
    on conflict (key) do update set expire = excluded.expire;
  select count(*) from generate_series(1, 20000)`;

export interface Health {
  database: boolean;
  files: boolean;
  /** The shop serves for the last time (STOP_DELAY). */
  stopping?: true;
}

/** Checks whether this process can work. Concurrent and frequent calls share a result. Never throws. */
export type HealthCheck = () => Promise<Health>;

export function createHealthCheck({
  pool,
  folder,
  stopping,
  log,
}: {
  /** The login of this pool may write public.limits. */
  pool: pg.Pool;
  folder: string;
  /** Aborts when the shop stops. */
  stopping?: AbortSignal | undefined;
  log: Logger;
}): HealthCheck {
  let cached: Promise<Health> | undefined;
  let expiresAt = 0;

  const canWrite = (what: keyof Health, test: () => Promise<unknown>) =>
    withTimeLimit(TEST_TIMEOUT_MS, test()).then(
      () => true,
      (error: unknown) => {
        log.error({ err: error }, `Not healthy: ${what} can't be written`);
        return false;
      },
    );

  async function check(): Promise<Health> {
    const [database, files] = await Promise.all([
      canWrite('database', () => pool.query(TEST_STATEMENT)),
      canWrite('files', () => writeTestFile(folder, 'health')),
    ]);
    expiresAt = performance.now() + (database && files ? CACHE_MS.healthy : CACHE_MS.unhealthy);
    return { database, files };
  }

  return async function checkHealth() {
    if (!cached || performance.now() > expiresAt) {
      expiresAt = Number.POSITIVE_INFINITY;
      cached = check();
    }
    return stopping?.aborted ? { ...(await cached), stopping: true } : cached;
  };
}
