import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetSearchCatalog, readText } from '#core/search/search-catalog.server.ts';
import { addParts } from '../support/parts.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const readMakes = async () => (await readText(database.pools.public, 'door')).catalog.makes;

async function addPart(make: string): Promise<void> {
  await addParts(database.owner, [{ vehicle_make: make }]);
  forgetSearchCatalog();
}

test('a search knows a new make at once; in a catalog with many words once they are read again', async () => {
  await addPart('Honda');
  expect(await readMakes()).toEqual(['Honda']);
  await database.owner.query(
    "insert into search_vocabulary (word) select 't=word' || number from generate_series(1, 501) as number",
  );
  await addPart('Lucid');
  expect(await readMakes()).toEqual(['Honda', 'Lucid']);
  await addPart('Rivian');
  expect(await readMakes()).toEqual(['Honda', 'Lucid']);
  await expect.poll(readMakes, { timeout: 10_000 }).toEqual(['Honda', 'Lucid', 'Rivian']);
});
