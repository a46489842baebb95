import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultSettings, type FitmentSettings } from '#core/settings/settings.ts';
import { fitRules, type PartSort } from '#core/catalog/catalog-query.ts';
import { checkSearch } from '#server/search/check-search.ts';
import { listPartVehicles, readFits } from '#core/fitment/fits.server.ts';
import type { CatalogFilters } from '#core/search/text-search.server.ts';
import { readFacets } from '#core/search/facets.server.ts';
import { forgetSearchCatalog } from '#core/search/search-catalog.server.ts';
import { countParts, searchAndCountParts, searchParts } from '#core/search/search-parts.server.ts';
import { listVehicleEntries, readVehicleLists } from '#core/search/vehicle-lists.server.ts';
import { decodeCursor } from '#core/platform/cursor.server.ts';
import {
  haveSameCode,
  haveSameNumber,
  isListed,
  placeOf,
  type RuledPart,
  type RuledVehicle,
} from '../support/fitment-rules.ts';
import { isLong } from '../support/is-long.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(() => clear());

const clear = () =>
  database.owner.query(
    'delete from parts_catalog; delete from part_fitments; delete from part_private_facts; delete from deleted_parts',
  );

async function add(parts: Omit<RuledPart, 'id'>[]): Promise<RuledPart[]> {
  const added = parts.map((part) => ({ ...part, id: randomUUID() }));
  const given = JSON.stringify(added);
  await database.owner.query(
    `insert into parts_catalog (id, part_name, category, vehicle_make, vehicle_model, vehicle_year, oem_number,
       number_type, number_source, needs_programming, superseded_numbers, fits_only_listed, price, stock_quantity)
     select id, part_name, category, vehicle_make, vehicle_model, vehicle_year, oem_number, number_type,
       number_source, needs_programming, superseded_numbers, fits_only_listed, row_number() over () % 3, row_number() over () % 2
     from jsonb_populate_recordset(null::parts_catalog, $1)`,
    [given],
  );
  await database.owner.query(
    `insert into part_private_facts (part_id, interchange_code)
     select (part ->> 'id')::uuid, part ->> 'interchange_code' from jsonb_array_elements($1) as part`,
    [given],
  );
  await database.owner.query(
    `insert into part_fitments (part_id, make, model, from_year, to_year)
     select (part ->> 'id')::uuid, make, model, from_year, to_year
     from jsonb_array_elements($1) as part, jsonb_populate_recordset(null::part_fitments, part -> 'fitments')`,
    [given],
  );
  return added;
}

const vehicles: RuledVehicle[] = [
  { make: 'Honda', model: 'Civic', year: 2008 },
  { make: 'Honda', model: 'Civic', year: 2010 },
  { make: 'Acura', model: 'ILX', year: 2010 },
  { make: 'Ford', model: 'F-150', year: 2010 },
  { make: 'Kia', model: 'Rio', year: 2010 },
];

const aNumber = fc.constantFrom(1, 2, 3, 4, 5, 6, 7).map((last) => `31100-SNA-A${last}`);

const anyPart: fc.Arbitrary<Omit<RuledPart, 'id'>> = fc.record({
  part_name: fc.constantFrom('Alternator', 'Alternator', 'Horn', 'Alternator Control Module'),
  category: fc.constantFrom('Electrical', 'Body'),
  vehicle_make: fc.constantFrom('Honda', 'Acura', 'Ford', null),
  vehicle_model: fc.constantFrom('Civic', 'ILX', 'F-150', null),
  vehicle_year: fc.constantFrom(2008, 2009, 2010, null),
  oem_number: fc.oneof(
    aNumber,
    fc.constantFrom(
      '31100 sna.a1',
      'N/A',
      'N/A 12345',
      '00000',
      'A-123',
      'UNKNOWN',
      'UNKNOWN 1',
      '12345',
      null,
    ),
  ),
  number_type: fc.constantFrom(null, null, 'oem', 'casting', 'other'),
  number_source: fc.constantFrom('part', 'packaging', 'catalog', null),
  needs_programming: fc.constantFrom(false, false, true),
  superseded_numbers: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    aNumber,
    fc.tuple(aNumber, aNumber).map((numbers) => numbers.join(', ')),
    fc.constant('0-0000'),
  ),
  fits_only_listed: fc.boolean(),
  interchange_code: fc.constantFrom(
    null,
    null,
    null,
    '601-1',
    '601 1',
    '601-2',
    '601-3',
    'NONE',
    '0000',
    'X7',
    'x-7',
  ),
  fitments: fc.array(
    fc
      .record({
        make: fc.constantFrom('Honda', 'Acura', 'Ford'),
        model: fc.constantFrom('Civic', 'ILX', 'F-150'),
        from_year: fc.constantFrom(2006, 2008, 2010),
        years: fc.constantFrom(0, 1, 3),
      })
      .map(({ make, model, from_year, years }) => ({ make, model, from_year, to_year: from_year + years })),
    { maxLength: 3 },
  ),
});

const fitOfPlace = ['', 'fits', 'fits', 'same-number', 'check-number', 'no', 'unknown'];

const settings: FitmentSettings = defaultSettings.fitment;

async function expectRules(catalog: RuledPart[]) {
  for (const vehicle of vehicles) {
    const { make, model, year } = vehicle;
    const places = catalog.map((part) => ({ part_id: part.id, place: placeOf(part, catalog, vehicle) }));
    const { rows: fitting } = await database.owner.query(
      'select part_id, place from vehicle_fits($1, $2, $3)',
      [[make], [model], [year]],
    );
    const byId = (a: { part_id: string }, b: { part_id: string }) => (a.part_id < b.part_id ? -1 : 1);
    expect(fitting.toSorted(byId)).toEqual(places.filter(({ place }) => place <= 4).toSorted(byId));
    const fits = await readFits(
      database.pools.public,
      vehicle,
      catalog.map(({ id }) => id),
      settings,
    );
    for (const { part_id: id, place } of places) {
      expect(fits.get(id)?.fit).toBe(fitOfPlace[place]);
      expect(fits.get(id)?.reason === 'Fits by interchange').toBe(place === 2);
    }
  }
}

async function expectLists(catalog: RuledPart[]) {
  const at = database.pools.public;
  for (const vehicle of vehicles) {
    const places = new Map(catalog.map((part) => [part.id, placeOf(part, catalog, vehicle)]));
    const fitting = catalog.filter(({ id }) => (places.get(id) ?? 6) <= 4);
    const filters = { ...vehicle, fits: true };
    for (const sort of ['best', 'name', 'price_desc'] as const) {
      const listed = await readAll(filters, sort);
      expect(listed.toSorted()).toEqual(fitting.map(({ id }) => id).toSorted());
      const ordered = listed.map((id) => places.get(id));
      if (sort === 'best') expect(ordered).toEqual(ordered.toSorted());
    }
    await expectFoundByText(fitting, places, vehicle);
    const inCategory = { ...filters, category: 'Body' };
    const inBody = fitting.filter(({ category }) => category === 'Body').length;
    const page = await searchAndCountParts(at, { filters: inCategory, sort: 'name', limit: 1 });
    expect(page.total).toBe(inBody);
    expect(await countParts(at, inCategory)).toMatchObject({ total: inBody });
    const facets = await readFacets(at, inCategory);
    expect(Object.fromEntries(facets.categories.map(({ value, parts }) => [value, parts]))).toEqual({
      Body: inBody,
      ...(fitting.length > inBody && { Electrical: fitting.length - inBody }),
    });
    const byRule = fitRules.map((value, index) => ({
      value,
      parts: fitting.filter(({ id, category }) => category === 'Body' && places.get(id) === index + 1).length,
    }));
    expect(facets.fits).toEqual(byRule.filter(({ parts }) => parts > 0));
    const some = { ...inCategory, fitBy: ['interchange', 'same-number'] as const };
    const expected = sum(byRule.slice(1));
    expect((await searchAndCountParts(at, { filters: some, sort: 'best', limit: 1 })).total).toBe(expected);
    const narrowed = await readFacets(at, some);
    expect(sum(narrowed.categories.filter(({ value }) => value === 'Body'))).toBe(expected);
    expect(sum(narrowed.fits)).toBe(inBody);
    const certain = fitting.filter(({ id }) => (places.get(id) ?? 6) <= 2);
    expect((await listVehicleEntries(at, vehicle, settings)).total).toBe(certain.length);
  }
}

/** As a shopper types it. */
async function expectFoundByText(
  fitting: RuledPart[],
  places: ReadonlyMap<string, number>,
  { make, model, year }: RuledVehicle,
) {
  if (fitting.length === 0) return;
  forgetSearchCatalog();
  const alternators = fitting.filter(({ part_name }) => /alternator/i.test(part_name));
  for (const [q, expected] of [
    [`${year} ${make} ${model}`, fitting],
    [`${make} ${model} ${year} alternator`, alternators],
  ] as const) {
    const found = await readAll({ q }, 'best');
    expect(found.toSorted(), q).toEqual(expected.map(({ id }) => id).toSorted());
    const ordered = found.map((id) => places.get(id));
    expect(ordered, q).toEqual(ordered.toSorted());
    expect(await countParts(database.pools.public, { q })).toMatchObject({ total: found.length });
  }
}

function sum(choices: readonly { parts: number | null }[]): number {
  return choices.reduce((total, { parts }) => total + (parts ?? 0), 0);
}

async function readAll(filters: CatalogFilters, sort: PartSort): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const { parts, next } = await (ids.length === 0 ? searchAndCountParts : searchParts)(
      database.pools.public,
      {
        filters,
        sort,
        limit: 3,
        after: after === null ? undefined : decodeCursor(after),
      },
    );
    ids.push(...parts.map(({ id }) => id));
    after = next;
  } while (after !== null);
  return ids;
}

/** The counts of makes, models and years. */
async function expectCounts(catalog: RuledPart[]) {
  const at = database.pools.public;
  const years = [2006, 2007, 2008, 2009, 2010, 2011, 2012, 2013];
  const names = ['Honda', 'Acura', 'Ford'].flatMap((make) =>
    ['Civic', 'ILX', 'F-150'].map((model) => ({ make, model })),
  );
  const all = names.flatMap((name) => years.map((year) => ({ ...name, year })));
  const count = (wanted: Partial<RuledVehicle>) =>
    catalog.filter((part) =>
      all.some(
        (vehicle) =>
          (wanted.make ?? vehicle.make) === vehicle.make &&
          (wanted.model ?? vehicle.model) === vehicle.model &&
          (wanted.year ?? vehicle.year) === vehicle.year &&
          isListed(part, vehicle),
      ),
    ).length;
  const makes = await listVehicleEntries(at, {}, settings);
  expect(makes.total).toBe(count({}));
  for (const { name, parts } of makes.entries) expect(parts).toBe(count({ make: name }));
  for (const { make, model } of names) {
    const listed = await listVehicleEntries(at, { make, model }, settings);
    expect(listed.total).toBe(count({ make, model }));
    const expected = years.map((year) => ({ name: String(year), parts: count({ make, model, year }) }));
    expect(listed.entries.toReversed()).toEqual(expected.filter(({ parts }) => parts > 0));
    const lists = await readVehicleLists(at, { make, model }, settings);
    const named = listed.entries.map(({ name }) => Number(name));
    expect(lists.years).toEqual(named);
  }
}

const someParts = fc.array(anyPart, { minLength: 1, maxLength: 9 });
const manyParts = fc.array(anyPart, { minLength: 12, maxLength: 24 });

test('nothing says Fits that no rule says, and all that a rule says', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(manyParts, async (parts) => {
      await clear();
      await expectRules(await add(parts));
    }),
    { numRuns: isLong ? 400 : 15 },
  );
});

test('lists, counts and facets of a vehicle have the same parts', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(manyParts, async (parts) => {
      await clear();
      await expectLists(await add(parts));
    }),
    { numRuns: 4 },
  );
});

test('counts follow parts and fitments, each part once', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(someParts, anyPart, fc.nat(), async (parts, changed, place) => {
      await clear();
      const catalog = await add(parts);
      const index = place % catalog.length;
      const part = catalog[index] as RuledPart;
      const { vehicle_make, vehicle_model, vehicle_year, category, fitments } = changed;
      await database.owner.query(
        `update parts_catalog set vehicle_make = $2, vehicle_model = $3, vehicle_year = $4, category = $5, stock_quantity = 7
         where id = $1`,
        [part.id, vehicle_make, vehicle_model, vehicle_year, category],
      );
      catalog[index] = { ...part, vehicle_make, vehicle_model, vehicle_year, category };
      await expectCounts(catalog);

      await database.owner.query('update part_fitments set to_year = from_year where part_id = $1', [
        part.id,
      ]);
      const shorter = part.fitments.map((each) => ({ ...each, to_year: each.from_year }));
      catalog[index] = { ...catalog[index], fitments: shorter };
      await expectCounts(catalog);

      await database.owner.query('delete from parts_catalog where id = $1', [part.id]);
      await expectCounts(catalog.filter((_, at) => at !== index));
      await database.owner.query("select restore_deleted_parts(now() - interval '1 hour')");
      await expectCounts(catalog);

      await database.owner.query('delete from part_fitments where part_id = $1', [part.id]);
      await database.owner.query(
        `insert into part_fitments (part_id, make, model, from_year, to_year)
         select $1, make, model, from_year, to_year from jsonb_populate_recordset(null::part_fitments, $2)`,
        [part.id, JSON.stringify(fitments)],
      );
      catalog[index] = { ...catalog[index], fitments };
      await expectCounts(catalog);
    }),
    { numRuns: isLong ? 100 : 5 },
  );
});

async function expectKeys() {
  const { differences } = await checkSearch(
    async (statement) => (await database.owner.query(statement)).rows,
  );
  expect(differences).toEqual([]);
}

test('what parts fit follows each change of a part', { timeout: 120_000 }, async () => {
  const changes = {
    part: `update parts_catalog set part_name = $2 ->> 'part_name', category = $2 ->> 'category',
      vehicle_make = $2 ->> 'vehicle_make', vehicle_year = ($2 ->> 'vehicle_year')::integer where id = $1`,
    number: `update parts_catalog set oem_number = $2 ->> 'oem_number', number_type = $2 ->> 'number_type',
      number_source = $2 ->> 'number_source', needs_programming = ($2 ->> 'needs_programming')::boolean, superseded_numbers = $2 ->> 'superseded_numbers' where id = $1`,
    code: `update part_private_facts set interchange_code = $2 ->> 'interchange_code' where part_id = $1`,
    'no vehicles': `delete from part_fitments where part_id = $1 and $2 is not null`,
    vehicles: `insert into part_fitments (part_id, make, model, from_year, to_year)
      select $1, make, model, from_year, to_year from jsonb_populate_recordset(null::part_fitments, $2 -> 'fitments')`,
    gone: `delete from parts_catalog where id = $1 and $2 is not null`,
    'back again': `select restore_deleted_parts(now() - interval '1 hour') where $1 <> gen_random_uuid() and $2 is not null`,
  };
  await fc.assert(
    fc.asyncProperty(
      manyParts,
      fc.array(fc.tuple(fc.constantFrom(...Object.values(changes)), fc.nat(), anyPart), {
        minLength: 4,
        maxLength: 8,
      }),
      async (parts, changed) => {
        await clear();
        const catalog = await add(parts);
        await expectKeys();
        for (const [change, place, given] of changed) {
          const id = catalog[place % catalog.length]?.id;
          await database.owner.query(change.replaceAll('$1', '$1::uuid').replaceAll('$2', '$2::jsonb'), [
            id,
            JSON.stringify(given),
          ]);
          await expectKeys();
        }
        await database.owner.query('call rebuild_search()');
        await expectKeys();
      },
    ),
    { numRuns: 6 },
  );
});

test('two people who add a part of one code at once get both, and neither waits', async () => {
  const [one, other] = await add([plainPart, { ...plainPart, part_name: 'Horn', vehicle_year: 2012 }]);
  const [first, second] = [database.ownerUrl, database.ownerUrl].map((url) => new pg.Client(url)) as [
    pg.Client,
    pg.Client,
  ];
  await Promise.all([first.connect(), second.connect()]);
  const code = "insert into part_private_facts (part_id, interchange_code) values ($1, 'X-700')";
  await database.owner.query('delete from part_private_facts');
  try {
    await first.query('begin');
    await first.query(code, [one?.id]);
    await second.query("set lock_timeout = '2s'");
    await second.query(code, [other?.id]);
    await first.query('commit');
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
  await expectKeys();
  const { rows } = await database.owner.query(
    "select place from vehicle_fits('{Honda}', '{Civic}', '{2012}') order by 1",
  );
  expect(rows).toEqual([{ place: 1 }, { place: 2 }]);
});

const plainPart: Omit<RuledPart, 'id'> = {
  part_name: 'Alternator',
  category: 'Electrical',
  vehicle_make: 'Honda',
  vehicle_model: 'Civic',
  vehicle_year: 2008,
  oem_number: '31100-SNA-A86',
  number_type: null,
  number_source: null,
  needs_programming: false,
  superseded_numbers: null,
  fits_only_listed: false,
  interchange_code: null,
  fitments: [],
};

describe('reasons', () => {
  const civic = { make: 'Honda', model: 'Civic', year: 2010 };

  test('name the engine, the number as the part has it, and its own vehicle', async () => {
    const [older] = await add([
      { ...plainPart, oem_number: '31100 sna a86' },
      { ...plainPart, vehicle_year: 2010 },
    ]);
    const id = older?.id ?? '';
    const read = async (asked = settings) =>
      (await readFits(database.pools.public, civic, [id], asked)).get(id);
    const reason = 'Number 31100 sna a86, from a 2008 Civic';
    expect(await read()).toEqual({ fit: 'check-number', reason });
    await database.owner.query(`update parts_catalog set number_source = 'part' where id = $1`, [id]);
    expect(await read()).toEqual({ fit: 'same-number', reason });
    expect(await read({ numbersDecide: true })).toEqual({
      fit: 'fits',
      reason: 'Same part number as listed for your car',
    });
    await database.owner.query('update parts_catalog set needs_programming = true where id = $1', [id]);
    expect(await read({ numbersDecide: true })).toEqual({
      fit: 'check-number',
      reason: "Needs programming; some can't be reused",
    });
    await database.owner.query(
      `insert into part_fitments (part_id, make, model, from_year, to_year, engine, position, note)
       values ($1, 'Honda', 'Civic', 2006, 2011, '1.8L', 'Left', 'With A/C')`,
      [id],
    );
    expect((await readFits(database.pools.public, civic, [id], settings)).get(id)).toEqual({
      fit: 'fits',
      reason: 'Listed for your car with 1.8L · Left · With A/C',
    });
  });

  test('compare the engine of the vehicle with those of all listed vehicles, by interchange too', async () => {
    const [one, like] = await add([
      { ...plainPart, interchange_code: '601-1' },
      { ...plainPart, interchange_code: '601 1' },
    ]);
    const list = (engine: string | null) =>
      database.owner.query(
        `insert into part_fitments (part_id, make, model, from_year, to_year, engine)
         values ($1, 'Honda', 'Civic', 2006, 2011, $2)`,
        [one?.id, engine],
      );
    const said = async (engine?: string) => {
      const ids = [one?.id ?? '', like?.id ?? ''];
      const fits = await readFits(database.pools.public, { ...civic, engine }, ids, settings);
      return ids.map((id) => fits.get(id)?.reason);
    };
    await list('1.8L I4');
    const doubt = 'Listed for your car with 1.8L I4; yours has 2.0L I4';
    expect(await said('2.0L I4')).toEqual([doubt, doubt]);
    expect(await said('1.8L')).toEqual(['Listed for your car with 1.8L I4', 'Fits by interchange']);
    expect(await said()).toEqual(['Listed for your car with 1.8L I4', 'Fits by interchange']);
    await list('2.0L');
    expect(await said('2.0L I4')).toEqual(['Listed for your car with 2.0L', 'Fits by interchange']);
    await list(null);
    expect(await said('3.5L V6')).toEqual(['Listed for your car', 'Fits by interchange']);
  });

  test('a part has its own vehicle first, then the listed ones, then those by interchange', async () => {
    const [part] = await add([
      {
        ...plainPart,
        interchange_code: '601-1',
        fitments: [
          { make: 'Acura', model: 'ILX', from_year: 2013, to_year: 2015 },
          { make: 'Honda', model: 'Civic', from_year: 2009, to_year: 2011 },
        ],
      },
      {
        ...plainPart,
        vehicle_make: 'Acura',
        vehicle_model: 'ILX',
        vehicle_year: 2016,
        interchange_code: '6011',
      },
      { ...plainPart, vehicle_year: 2012, interchange_code: '601.1', fitments: [] },
      { ...plainPart, vehicle_year: 2013, interchange_code: '601.1', fitments: [] },
      { ...plainPart, vehicle_year: 2010, interchange_code: '601.1', fitments: [] },
    ]);
    const listed = await listPartVehicles(database.pools.public, part?.id ?? '');
    expect(
      listed.map((each) => `${each.rule} ${each.fromYear}-${each.toYear} ${each.make} ${each.model}`),
    ).toEqual([
      'listed 2008-2011 Honda Civic',
      'listed 2013-2015 Acura ILX',
      'interchange 2016-2016 Acura ILX',
      'interchange 2012-2013 Honda Civic',
    ]);
  });

  test('parts like one have its code or its number', async () => {
    await fc.assert(
      fc.asyncProperty(manyParts, async (parts) => {
        await clear();
        const catalog = await add(parts);
        for (const part of catalog) {
          const { rows } = await database.owner.query('select part_id, place from parts_like($1)', [part.id]);
          const others = catalog.filter(({ id }) => id !== part.id);
          const expected = others.flatMap((other) =>
            haveSameCode(part, other)
              ? [{ part_id: other.id, place: 2 }]
              : haveSameNumber(part, other)
                ? [{ part_id: other.id, place: 3 }]
                : [],
          );
          const byId = (a: { part_id: string }, b: { part_id: string }) => (a.part_id < b.part_id ? -1 : 1);
          expect(rows.toSorted(byId)).toEqual(expected.toSorted(byId));
        }
      }),
      { numRuns: 4 },
    );
  });
});

test('a part has at most 200 fitments', async () => {
  const [part] = await add([plainPart]);
  const insert = `insert into part_fitments (part_id, make, model, from_year, to_year)
    select $1, 'Honda', 'Civic', 2000, 2001 from generate_series(1, $2)`;
  await database.owner.query(insert, [part?.id, 200]);
  await expect(database.owner.query(insert, [part?.id, 1])).rejects.toThrow('at most 200');
});
