import { randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import { withTimeLimit } from '#domain/time-limit.ts';

/** How long an answer holds, in milliseconds: the disk is not written for each question. */
const HOLDS = { well: 3_000, ill: 1_000 };

/** A test that takes longer has failed, in milliseconds. */
const LONGEST = 5_000;

const TEST_BYTES = 64 * 1024;

/**
 * A row that is committed to the disk, and a list too long for `work_mem`: a full disk still takes the row, into space
 * that the database has already, but no temporary file of the list.
 */
const TEST_STATEMENT = `
  select set_config('synchronous_commit', 'on', true), set_config('work_mem', '64kB', true);
  insert into public.limits (key, points, expire)
    values ('health', 1, extract(epoch from now() + interval '1 hour') * 1000)
    on conflict (key) do update set expire = excluded.expire;
  select count(*) from generate_series(1, 20000)`;

/** What works at the moment. */
export interface Health {
  /** The database can be written. */
  database: boolean;
  /** Files can be written. */
  files: boolean;
}

/** Whether this process can do its work. Many who ask at once, or one after the other, get one answer. Never throws. */
export type HealthCheck = () => Promise<Health>;

export function createHealthCheck({
  pool,
  folder,
  log,
}: {
  /** Of a login that may write public.limits. */
  pool: pg.Pool;
  /** Where files are kept. */
  folder: string;
  log: Logger;
}): HealthCheck {
  let answer: Promise<Health> | undefined;
  let until = 0;

  const works = (what: keyof Health, test: () => Promise<unknown>) =>
    withTimeLimit(LONGEST, test()).then(
      () => true,
      (error: unknown) => {
        log.error({ err: error }, `Not healthy: ${what} can't be written`);
        return false;
      },
    );

  async function look(): Promise<Health> {
    const [database, files] = await Promise.all([
      works('database', () => pool.query(TEST_STATEMENT)),
      works('files', () => writeTestFile(folder)),
    ]);
    until = Date.now() + (database && files ? HOLDS.well : HOLDS.ill);
    return { database, files };
  }

  return function checkHealth() {
    if (!answer || Date.now() > until) {
      until = Number.POSITIVE_INFINITY;
      answer = look();
    }
    return answer;
  };
}

async function writeTestFile(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `health-${process.pid}`);
  try {
    const file = await open(path, 'w');
    try {
      await file.writeFile(randomBytes(TEST_BYTES));
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}
