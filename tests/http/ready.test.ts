import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseRelay, startDatabaseRelay } from '../support/database-relay.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let relay: DatabaseRelay;
let shop: TestShop;

beforeAll(async () => {
  relay = await startDatabaseRelay();
  shop = await createTestShop({ databaseThrough: relay.through });
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await relay[Symbol.asyncDispose]();
});

const PASSED = { database: true, migrations: true, jobs: true, disk: true, serving: true };

async function ready() {
  const answer = await shop.request('/ready');
  return {
    code: answer.status,
    retry: answer.headers.get('Retry-After'),
    ...((await answer.json()) as object),
  };
}

const READY = { code: 200, retry: null, status: 'ready', ...PASSED };

/** An answer is kept for a second. */
const soon = () => expect.poll(ready, { interval: 100, timeout: 10_000 });

test('ready is a shop whose jobs are worked on', async () => {
  expect(await ready()).toEqual({ code: 503, retry: '5', status: 'not ready', ...PASSED, jobs: false });
  await shop.database.owner.query("insert into job_workers (id) values ('one')");
  await soon().toEqual(READY);
  await shop.database.owner.query("update job_workers set alive_at = now() - interval '1 minute'");
  await soon().toMatchObject({ code: 503, jobs: false });
  await shop.database.owner.query('update job_workers set alive_at = now()');
  await soon().toEqual(READY);
});

test('a missing migration is named, and a newer one is no reason', async () => {
  const { owner } = shop.database;
  await owner.query("insert into migrations (name, checksum) values ('9999_newer', 'x')");
  const { rows } = await owner.query(
    "delete from migrations where name like '0014%' returning name, checksum",
  );
  await owner.query('update job_workers set alive_at = now()');
  await soon().toEqual({ ...READY, code: 503, retry: '5', status: 'not ready', migrations: false });
  await owner.query('insert into migrations (name, checksum) values ($1, $2)', [
    rows[0].name,
    rows[0].checksum,
  ]);
  await soon().toEqual(READY);
});

test('a database that hangs is noticed within two seconds, and forgotten when it works again', async () => {
  relay.hang();
  const timed = async () => {
    const asked = performance.now();
    const answer = await ready();
    return { ...answer, isQuick: performance.now() - asked < 3_000 };
  };
  const failed = { code: 503, ...PASSED, database: false, migrations: false, jobs: false, isQuick: true };
  await expect.poll(timed, { interval: 100, timeout: 10_000 }).toMatchObject(failed);
  await relay.mend();
  await shop.database.owner.query('update job_workers set alive_at = now()');
  await soon().toEqual(READY);
});
