import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runPartChange } from '#core/imports/files/run-part-change.server.ts';
import { undoPartChange } from '#core/part-changes/undo-part-change.server.ts';
import { migrate, readMigrations } from '#server/database/migrate.ts';
import { prepareQueue } from '#server/jobs/queue.ts';
import { createDatabase, databaseUrl, dropDatabase } from '../support/database-server.ts';
import { addParts } from '../support/parts.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const EARLIER = `test_earlier_${randomBytes(4).toString('hex')}`;
const [ADMIN, ENDED, RUNNING, UNDOING] = [1, 2, 3, 4].map((n) => `00000000-0000-4000-8000-00000000000${n}`);

let server: pg.Client;
let shop: TestDatabase;

/** A shop of the version before, with bulk changes, is upgraded. */
beforeAll(async () => {
  server = new pg.Client({ connectionString: inject('serverUrl') });
  await server.connect();
  await createDatabase(server, EARLIER);
  const url = databaseUrl(inject('ownerUrl'), EARLIER);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const migrations = await readMigrations();
  const first = migrations.findIndex(({ name }) => name.startsWith('0057_'));
  await migrate(owner, migrations.slice(0, first));
  await prepareQueue(url);
  await owner.query('select audit.make_coming_months()');
  const parts = [1, 2, 3].map((n) => ({ part_name: `Part ${n}`, price: 11 }));
  const [one, two, three] = await addParts(owner, parts);
  // Without triggers, which would start jobs.
  await owner.query(`
    set session_replication_role = replica;
    insert into auth.users (id, name, email, email_verified) values ('${ADMIN}', 'Ada', 'ada@example.com', true);
    insert into user_roles (user_id, role) values ('${ADMIN}', 'admin');
    insert into bulk_changes (id, user_id, user_name, change, summary, state, parts, done, changed, undone, ended_at) values
      ('${ENDED}', '${ADMIN}', 'Ada', '{"kind": "price"}', 'Prices +10%', 'ended', 2, 2, 1, 0, now()),
      ('${RUNNING}', '${ADMIN}', 'Ada', '{"kind": "stock", "way": "by", "value": 1}', 'Stock +1', 'running', 2, 1, 1, 0, null),
      ('${UNDOING}', null, 'Former', '{"kind": "price"}', 'Prices +20%', 'undoing', 3, 1, 2, 1, null);
    insert into bulk_change_parts (change_id, place, part_id, outcome, reason, before, after) values
      ('${ENDED}', 1, '${one}', 'changed', null, '{"price": "10.00"}', '{"price": "11.00"}'),
      ('${ENDED}', 2, '${two}', 'skipped', 'It has no price', null, null),
      ('${RUNNING}', 1, '${two}', 'changed', null, '{"stock_quantity": 0}', '{"stock_quantity": 1}'),
      ('${RUNNING}', 2, '${three}', null, null, null, null),
      ('${UNDOING}', 1, '${one}', 'changed', null, '{}', '{}'),
      ('${UNDOING}', 2, '${two}', 'undone', null, '{}', '{}'),
      ('${UNDOING}', 3, '${three}', 'skipped', 'It has no price', null, null);
    insert into deleted_conditions (id, name, color_class, sort_order, change_id) values ('${ADMIN}', 'Scuffed', 'x', 1, '${ENDED}');
    set session_replication_role = default`);
  await migrate(owner);
  await owner.end();
  shop = await createTestDatabase({ template: EARLIER });
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await dropDatabase(server, EARLIER);
  await server.end();
});

const find = async (id = '') =>
  (await shop.owner.query('select * from part_changes where id = $1', [id])).rows[0];

test('bulk changes of an earlier version keep their results, and where they are', async () => {
  const bulk = { kind: 'bulk', mode: 'good' };
  expect(await find(ENDED)).toMatchObject({
    ...bulk,
    state: 'ended',
    lines: 2,
    done: 2,
    changed: 1,
    refused: 1,
    undo_place: null,
  });
  expect(await find(RUNNING)).toMatchObject({ ...bulk, state: 'applying', lines: 2, done: 1, changed: 1 });
  expect(await find(UNDOING)).toMatchObject({
    ...bulk,
    state: 'undoing',
    user_name: 'Former',
    done: 3,
    undo_place: 1,
    changed: 2,
    undone: 1,
  });
  const { rows } = await shop.owner.query('select change_id from deleted_conditions');
  expect(rows).toEqual([{ change_id: ENDED }]);
});

test('they can be continued, and undone', async () => {
  const run = (changeId = '') =>
    runPartChange({ database: shop.pools, siteUrl: 'http://localhost', changeId, isLastAttempt: true });
  await run(RUNNING);
  expect(await find(RUNNING)).toMatchObject({ state: 'ended', done: 2, changed: 2 });
  const admin = { role: 'authenticated', userId: ADMIN ?? '' } as const;
  await shop.pools.as(admin, (transaction) => undoPartChange(transaction, ENDED ?? ''));
  await run(ENDED);
  expect(await find(ENDED)).toMatchObject({ state: 'undone', undone: 1 });
  const { rows } = await shop.owner.query(
    'select price, stock_quantity from parts_catalog order by part_name',
  );
  expect(rows.map(({ price }) => price)).toEqual(['10.00', '11.00', '11.00']);
});
