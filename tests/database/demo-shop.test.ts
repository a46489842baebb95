import { expect, test } from 'vitest';
import { loadDemoShop } from '#db/seed/load.ts';
import { createTestDatabase } from '../support/test-database.ts';

test('the demo shop has the index that triggers would have written, and triggers write it from then on', async () => {
  await using database = await createTestDatabase();
  const { owner } = database;
  await loadDemoShop(owner, { parts: 500, print: () => undefined });
  const { rows: terms } = await owner.query('select count(*)::int as count from part_fit_terms');
  expect(terms[0].count).toBeGreaterThan(400);
  const differences = async () => [
    ...(await owner.query('select check_search()')).rows,
    ...(await owner.query('select check_fit_terms(chunk) from search_chunks')).rows,
  ];
  expect(await differences()).toEqual([]);
  await owner.query('update part_fitments set to_year = to_year + 1 where to_year < 2020');
  await owner.query("update parts_catalog set vehicle_model = 'Pilot' where vehicle_make = 'Honda'");
  expect(await differences()).toEqual([]);
});
