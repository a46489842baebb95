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

test('the demo shop has cars in all states, and the parts of a car tell of one car', async () => {
  await using database = await createTestDatabase();
  const { owner } = database;
  await loadDemoShop(owner, { parts: 4_000, print: () => undefined });
  const rows = async (text: string) => (await owner.query<Record<string, unknown>>(text)).rows;
  const [cars] = await rows(`
    select count(*)::int as all, count(distinct vin)::int as vins,
      count(*) filter (where disposition = 'here')::int as here,
      count(*) filter (where holds <> '{}')::int as held, count(*) filter (where disposition = 'crushed')::int as crushed,
      count(*) filter (where disposition = 'sold_whole')::int as sold, count(*) filter (where disposition = 'sold_as_hulk')::int as hulks,
      (select count(*)::int from public_cars) as public, (select count(*)::int from demo_cars) as demo
    from yard_vehicles`);
  expect(cars).toEqual({
    all: 40,
    vins: 40,
    here: 30,
    held: 4,
    crushed: 5,
    sold: 3,
    hulks: 2,
    public: 24,
    demo: 40,
  });
  const [done] = await rows(`
    select count(*) filter (where name = 'dismantled')::int as dismantled, count(*) filter (where name = 'fluids')::int as drained,
      count(*) filter (where name = 'inventoried')::int as tested
    from yard_checks`);
  expect(done).toEqual({ dismantled: 15, drained: 21, tested: 28 });

  const parts = await rows(`
    select vehicle.id, part.part_name, (part.origin, facts.donor_vin, part.donor_vin_tail, part.mileage, part.mileage_source,
        part.donor_color, facts.donor_arrived_on, part.vehicle_make, part.vehicle_model, part.vehicle_year, part.donor_year)
      = ('used', vehicle.vin, right(vehicle.vin, 4), vehicle.odometer, vehicle.odometer_source, vehicle.color, vehicle.possession_on,
        vehicle.make, vehicle.model, vehicle.year, vehicle.year) as agrees,
      coalesce(part.vehicle_engine, vehicle.engine) = vehicle.engine as fits, part.description ~ 'miles' as contradicts
    from yard_vehicles as vehicle join part_private_facts as facts on facts.donor_stock_number = vehicle.stock_number
    join parts_catalog as part on part.id = facts.part_id`);
  const perCar = Map.groupBy(parts, ({ id }) => id);
  expect(perCar.size).toBe(27);
  for (const ofCar of perCar.values()) {
    expect(ofCar.length).toBeGreaterThanOrEqual(2);
    expect(new Set(ofCar.map(({ part_name: name }) => name)).size).toBe(ofCar.length);
  }
  expect(parts.filter(({ agrees, fits, contradicts }) => !agrees || fits === false || contradicts)).toEqual(
    [],
  );
  expect(await checkSearch(async (statement) => (await owner.query(statement)).rows)).toMatchObject({
    differences: [],
  });
});
