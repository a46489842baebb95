import { expect, test } from 'vitest';
import { loadDemoShop } from '#db/seed/load.ts';
import { checkSearch } from '#server/search/check-search.ts';
import { createTestDatabase } from '../support/test-database.ts';

test('the demo shop has the search that triggers would have written, and triggers write it from then on', async () => {
  await using database = await createTestDatabase();
  const { owner } = database;
  await loadDemoShop(owner, { parts: 500, print: () => undefined });
  const check = () => checkSearch(async (statement) => (await owner.query(statement)).rows);
  expect(await check()).toEqual({ differences: [], parts: 500 });
  await owner.query('update part_fitments set to_year = to_year + 1 where to_year < 2020');
  await owner.query("update parts_catalog set vehicle_model = 'Pilot' where vehicle_make = 'Honda'");
  expect(await check()).toEqual({ differences: [], parts: 500 });
});
