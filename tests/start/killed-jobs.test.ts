import { rm } from 'node:fs/promises';
import type pg from 'pg';
import { afterEach, beforeEach, expect } from 'vitest';
import { createDataFolder } from '../support/data-folder.ts';
import { connectAsOwner } from '../support/embedded.ts';
import { inLong } from '../support/in-long.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';

let folder: string;
let shop: ShopProcess;
let owner: pg.Client;

beforeEach(async () => {
  folder = await createDataFolder('killed-jobs');
  await start();
  // An import that never comes to the end of its step, as if its file took all memory.
  await owner.query(`
    create function hang() returns trigger language plpgsql as 'begin perform pg_sleep(600); return new; end';
    create trigger hang before update on part_changes for each row
      when (new.state not in ('failed', 'ended')) execute function hang()`);
});

afterEach(async () => {
  await endHanging();
  await owner.end();
  await shop.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

async function start() {
  shop = runShop({ DATA_DIR: folder, DEMO: 'false' });
  await shop.ready();
  owner = await connectAsOwner(folder);
}

async function endHanging() {
  await owner.query("select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'");
}

async function kill() {
  await shop.kill('SIGKILL');
  // The database would do so too, but only after a while.
  await endHanging();
  await owner.end();
  await start();
}

async function stop() {
  await owner.end();
  await shop.kill('SIGTERM');
  await start();
}

async function query(text: string): Promise<Record<string, unknown>[]> {
  return (await owner.query(text)).rows;
}

const until = (text: string) => expect.poll(() => query(text), { interval: 50, timeout: 30_000 });

async function startImport(state: 'checking' | 'applying') {
  await owner.query(
    `with added as (
       insert into part_changes (file_name, supplier, file_bytes, state, mode, lines, header, mapping, user_id)
       select 'parts.csv', 'Acme', 10, $1, case when $1 = 'applying' then 'good' end, 100000, '[]', '{"fields": []}', user_id from user_roles returning id
     ) select add_job('run-part-change', json_build_object('changeId', id), 'part-change:' || id) from added`,
    [state],
  );
}

/** Waits until the import hangs. @param starts Since its first start, or since the last orderly stop. */
async function hangs(starts: number) {
  await until("select from pg_stat_activity where wait_event = 'PgSleep'").toEqual([{}]);
  expect(await query('select starts from job_starts')).toEqual([{ starts }]);
}

const deaths = [
  ['applying', 'ended'],
  ['checking', 'failed'],
] as const;

inLong.each(deaths)(
  'an import whose process died twice while %s is over, with an alert',
  async (state, end) => {
    await startImport(state);
    await hangs(1);
    await kill();
    await hangs(2);
    await kill();
    await until('select state, error from part_changes').toEqual([
      { state: end, error: 'The shop ended unexpectedly twice while it ran.' },
    ]);
    await until('select kind, details from alerts').toEqual([
      { kind: 'import-killed', details: { Supplier: 'Acme', File: 'parts.csv' } },
    ]);
    await until('select from job_starts').toEqual([]);
    await until("select from graphile_worker.jobs where task_identifier = 'run-part-change'").toEqual([]);
  },
);

inLong('a process that is stopped in order during a job has not died', async () => {
  await startImport('checking');
  await hangs(1);
  await stop();
  await hangs(1);
  expect(await query('select kind from alerts')).toEqual([]);
});
