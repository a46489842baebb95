import { afterAll, beforeAll, expect, test } from 'vitest';
import { addParts } from '../support/parts.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** As another process with a newer version does. */
const migrate = (column: string) =>
  database.owner.query(`alter table public.parts_catalog add column ${column} text`);

test('statements that were prepared before a migration still work after it, on all connections', async () => {
  const { pools, owner } = database;
  const [id = ''] = await addParts(owner, [{}]);
  const read = () => pools.public.selectFrom('parts_catalog').selectAll().where('id', '=', id).execute();
  const many = () => Promise.all(Array.from({ length: 20 }, read));
  await many();
  for (const column of ['first_new', 'second_new']) {
    await migrate(column);
    for (const [row] of await many()) expect(row).toMatchObject({ id, [column]: null });
  }
});

test('so do statements in a transaction, which a failed one would end', async () => {
  const { pools, owner } = database;
  const [id = ''] = await addParts(owner, [{}]);
  const read = () =>
    pools.as({ role: 'service_role' }, async (transaction) => {
      const parts = transaction.selectFrom('parts_catalog').where('id', '=', id);
      const [all] = await parts.selectAll().execute();
      const [joined] = await parts.selectAll('parts_catalog').select('id as again').execute();
      return { ...all, ...joined };
    });
  await read();
  await migrate('third_new');
  expect(await read()).toMatchObject({ id, third_new: null });
});
