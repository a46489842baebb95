import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NO_ENGINE } from '#core/catalog/catalog-query.ts';
import { readFacets } from '#core/search/facets.server.ts';
import { countParts, searchParts } from '#core/search/search-parts.server.ts';
import type { CatalogFilters } from '#core/search/text-search.server.ts';
import { readVehicleLists } from '#core/search/vehicle-lists.server.ts';
import { defaultSettings } from '#core/settings/settings.ts';
import { readSections } from '#shop/find/read-sections.server.ts';
import { checkSearch } from '#server/search/check-search.ts';
import { addParts } from '../support/parts.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(() => database.owner.query('delete from parts_catalog'));

const civic = { make: 'Honda', model: 'Civic', year: 2010 };
const ownCivic = { vehicle_make: 'Honda', vehicle_model: 'Civic', vehicle_year: 2010 };

interface Listed {
  engine?: string;
  trim?: string;
  position?: string;
  note?: string;
}

/** Adds parts of another vehicle that are listed for a 2010 Civic as `listed` says, or not, in stock and in the category Engine. */
async function add(
  parts: readonly ({ part_name: string; listed?: Listed } & Record<string, unknown>)[],
): Promise<string[]> {
  const ids = await addParts(
    database.owner,
    parts.map(({ listed: _, ...part }) => Object.assign({ category: 'Engine', stock_quantity: 1 }, part)),
  );
  for (const [index, { listed }] of parts.entries()) {
    if (listed) await list(ids[index] ?? '', listed);
  }
  return ids;
}

async function list(id: string, { engine, trim, position, note }: Listed): Promise<void> {
  await database.owner.query(
    `insert into part_fitments (part_id, make, model, from_year, to_year, engine, trim, position, note)
     values ($1, 'Honda', 'Civic', 2006, 2011, $2, $3, $4, $5)`,
    [id, engine, trim, position, note],
  );
}

async function enginesOf(id: string | undefined): Promise<string[]> {
  const { rows } = await database.owner.query('select engines from search_parts where part_id = $1', [id]);
  return rows[0]?.engines;
}

async function isRight(): Promise<void> {
  const check = await checkSearch(async (statement) => (await database.owner.query(statement)).rows);
  expect(check.differences).toEqual([]);
}

/** Lists names, with the titles of sections before them. */
async function read(filters: CatalogFilters, hasOthers = false): Promise<string[]> {
  const { parts, sections } = await readSections(
    database.pools.public,
    { filters, sort: 'best', limit: 24 },
    { vehicle: civic, settings: defaultSettings.fitment, hasOthers },
  );
  return parts.flatMap(({ part_name: name }, index) => {
    const title = sections.find(({ at }) => at === index)?.title;
    return title === undefined ? [name] : [`# ${title}`, name];
  });
}

test.each([
  ['5.7L V8', ['5.7L V8']],
  ['5.7 Hemi V8', ['5.7L V8']],
  ['V6, 3.5L', ['3.5L V6']],
  ['1.80 L L4 Turbo', ['1.8L 4-cylinder']],
  ['1.8T', ['1.8L']],
  ['2.4 liter 4 cyl', ['2.4L 4-cylinder']],
  ['3.6L VR6', ['3.6L V6']],
  ['2.5L H4', ['2.5L 4-cylinder']],
  ['6.0L W12', ['6.0L W12']],
  ['6.6L V8 Turbodiesel', ['6.6L V8 diesel']],
  ['2.5L I4 Hybrid', ['2.5L 4-cylinder hybrid']],
  ['1.8L I4 / 2.4L I4', ['1.8L 4-cylinder', '2.4L 4-cylinder']],
  ['V6 3.5L or I4 2.4L, 16V', ['2.4L 4-cylinder', '3.5L V6']],
  ['6 cylinders', ['6-cylinder']],
  ['Electric', ['Electric']],
  ['Diesel', ['Diesel']],
  ['LS3', []],
  ['AV8R 11.8 Lamps', []],
])('the engines of %s', async (text, engines) => {
  const { rows } = await database.owner.query<{ engine: string }>(
    'select search_engines($1) as engine order by 1',
    [text],
  );
  expect(rows.map(({ engine }) => engine)).toEqual(engines);
});

test.each([
  ['VIN K', ['k']],
  ['5.3L V8 (VIN 0, 8th digit)', ['0']],
  ['vin code P', ['p']],
  ['8th digit is "3" and VIN: T', ['3', 't']],
  ['8th VIN digit M', ['m']],
  ['VIN 1HGFA16528L000001', []],
  ['VIN a must', []],
  ['8th digit 5.3L', []],
])('the VIN characters of %s', async (text, letters) => {
  const { rows } = await database.owner.query<{ fact: string }>('select search_vin_characters($1) as fact', [
    text,
  ]);
  const expected = letters.length > 0 ? ['known', ...letters] : [];
  expect(rows.map(({ fact }) => fact.slice(4)).toSorted()).toEqual(expected.toSorted());
});

describe('the engines of a part', () => {
  test('are those of its field, else of its texts, and of its fitments, as these change', async () => {
    const [field, text, cylinders, universal, any] = await add([
      { part_name: 'Field', ...ownCivic, vehicle_engine: '1.8L I4', description: 'Not for the 2.0L.' },
      { part_name: 'Text', ...ownCivic, description: 'Off a 2.4 liter 4 cyl, VIN K.' },
      { part_name: 'Mount V6', ...ownCivic },
      { part_name: 'Universal', vehicle_model: null, listed: { engine: '2.0L I4' } },
      { part_name: 'Any', ...ownCivic, listed: { engine: '2.0L I4' } },
    ]);
    expect(await enginesOf(field)).toEqual(['1.8L 4-cylinder']);
    expect(await enginesOf(text)).toEqual(['2.4L 4-cylinder']);
    expect(await enginesOf(cylinders)).toEqual(['V6']);
    expect(await enginesOf(universal)).toEqual(['2.0L 4-cylinder']);
    // Its own vehicle may have any engine.
    expect(await enginesOf(any)).toEqual([]);
    await list(field ?? '', { engine: '2.0L I4 Flex' });
    expect(await enginesOf(field)).toEqual(['1.8L 4-cylinder', '2.0L 4-cylinder']);
    await isRight();
    await database.owner.query("update part_fitments set engine = '2.4L I4' where part_id = $1", [field]);
    expect(await enginesOf(field)).toEqual(['1.8L 4-cylinder', '2.4L 4-cylinder']);
    await database.owner.query('delete from part_fitments where part_id = $1', [field]);
    expect(await enginesOf(field)).toEqual(['1.8L 4-cylinder']);
    await isRight();
  });

  test('with a VIN character come first, and those of another one not at all', async () => {
    await add([
      { part_name: 'Starter none', vehicle_engine: '5.3L V8' },
      { part_name: 'Starter K', vehicle_engine: '5.3L V8', description: 'VIN K (8th digit)' },
      { part_name: 'Starter P', vehicle_engine: '5.3L V8 VIN P' },
      { part_name: 'Starter 4.8', vehicle_engine: '4.8L V8' },
    ]);
    const { parts } = await searchParts(database.pools.public, {
      filters: { q: '5.3 starter vin p' },
      sort: 'best',
      limit: 9,
    });
    expect(parts.map(({ part_name: name }) => name)).toEqual(['Starter P', 'Starter none']);
  });
});

describe('the filter by engine', () => {
  beforeEach(async () => {
    await add([
      { part_name: 'A 1.8', ...ownCivic, vehicle_engine: '1.8L I4' },
      { part_name: 'B any', ...ownCivic },
      { part_name: 'C less precise', vehicle_engine: '1.8L', listed: {} },
      { part_name: 'D 2.0', ...ownCivic, vehicle_engine: '2.0L I4' },
      { part_name: 'E elsewhere', vehicle_make: 'Ford', vehicle_engine: '1.8L I4' },
      { part_name: 'F elsewhere, any', vehicle_make: 'Ford' },
    ]);
  });

  const ofCivic = { ...civic, category: 'Engine', fits: true };

  test('has parts that name it, and in the list of a vehicle then those that name none', async () => {
    const engines = ['1.8L 4-cylinder'];
    expect(await read({ ...ofCivic, engines })).toEqual([
      '# Fits your 2010 Honda Civic',
      'A 1.8',
      'C less precise',
      '# Engine not listed: check yours',
      'B any',
    ]);
    expect(await read({ car: civic, engines }, true)).toEqual([
      '# Fits your 2010 Honda Civic',
      'A 1.8',
      'C less precise',
      '# Engine not listed: check yours',
      'B any',
      '# Not listed for a 2010 Honda Civic',
      'E elsewhere',
    ]);
    for (const filters of [{ engines }, { engines: [...engines, '2.0L 4-cylinder', NO_ENGINE] }]) {
      const { parts } = await searchParts(database.pools.public, { filters, sort: 'name', limit: 9 });
      expect(parts.map(({ part_name: name }) => name[0]).join('')).toBe(
        filters.engines.length === 1 ? 'ACE' : 'ABCDEF',
      );
    }
  });

  test.each([{}, ofCivic, { car: civic }, { q: '2010 civic' }])(
    'counts what a choice leaves in %j',
    async (filters: CatalogFilters) => {
      const { engines } = await readFacets(database.pools.public, filters);
      expect(engines.length).toBeGreaterThan(1);
      for (const { value, parts } of engines) {
        const { total } = await countParts(database.pools.public, { ...filters, engines: [value] });
        expect({ value, parts: total }).toEqual({ value, parts });
      }
    },
  );

  test('offers no engine that others name more precisely', async () => {
    const { engines } = await readFacets(database.pools.public, ofCivic);
    expect(engines).toEqual([
      { value: '1.8L 4-cylinder', parts: 3 },
      { value: '2.0L 4-cylinder', parts: 2 },
    ]);
  });

  test('is a step of a vehicle that has several engines', async () => {
    const engines = async (year: string) =>
      (
        await readVehicleLists(
          database.pools.public,
          { make: 'Honda', model: 'Civic', year },
          defaultSettings.fitment,
        )
      ).engines;
    expect(await engines('2010')).toEqual(['1.8L 4-cylinder', '2.0L 4-cylinder']);
    await database.owner.query("delete from parts_catalog where part_name = 'D 2.0'");
    expect(await engines('2010')).toEqual([]);
    expect(await engines('1990')).toEqual([]);
  });
});

describe('a part that is listed with another engine, drive or side', () => {
  const last = '# For another engine, drive or side';
  const fitting = '# Fits your 2010 Honda Civic';
  const others = '# Not listed for a 2010 Honda Civic';

  test('comes last if the vehicle says its engine or drive, whatever its evidence', async () => {
    await add([
      { part_name: 'A own vehicle', ...ownCivic, vehicle_engine: '2.0L I4' },
      { part_name: 'B listed', listed: { engine: '2.0L I4' } },
      { part_name: 'C same', listed: { engine: '1.8L I4' } },
      { part_name: 'D any', listed: {} },
      { part_name: 'E other drive', listed: { trim: 'AWD' } },
      { part_name: 'F elsewhere', vehicle_make: 'Ford' },
    ]);
    const find = (car: CatalogFilters['car']) => read({ car, category: 'Engine' }, true);
    expect(await find(civic)).not.toContain(last);
    const engine = await find({ ...civic, engine: '1.8L I4' });
    expect(engine[0]).toBe(fitting);
    expect(engine.slice(1, 4).toSorted()).toEqual(['C same', 'D any', 'E other drive']);
    expect(engine.slice(4, 7)).toEqual([others, 'F elsewhere', last]);
    expect(engine.slice(7).toSorted()).toEqual(['A own vehicle', 'B listed']);
    const drive = await find({ ...civic, drive: 'Front-wheel drive' });
    expect(drive.slice(-2)).toEqual([last, 'E other drive']);
    // A detail that is no engine says nothing.
    expect(await find({ ...civic, engine: 'EX' })).not.toContain(last);
  });

  test('comes last if the text says it', async () => {
    await add([
      { part_name: 'Mirror right', listed: { position: 'Front right' } },
      { part_name: 'Mirror', listed: { position: 'Right' } },
      { part_name: 'Mirror Heated', listed: { position: 'Left' } },
      { part_name: 'Mirror Plain', listed: {} },
    ]);
    const found = await read({ q: '2010 civic left mirror' }, true);
    expect(found.slice(0, 3).toSorted()).toEqual([fitting, 'Mirror Heated', 'Mirror Plain']);
    expect(found.slice(3)).toEqual([last, 'Mirror']);
  });

  test('fits if it is listed with this engine too', async () => {
    const [id = ''] = await add([{ part_name: 'A', listed: { engine: '2.0L I4' } }]);
    await list(id, { engine: '1.8L I4', trim: 'EX' });
    expect(await read({ car: { ...civic, engine: '1.8L I4' } }, true)).toEqual([fitting, 'A']);
  });

  test('so does one that fits by the interchange of such a part', async () => {
    const ids = await add([
      { part_name: 'A', listed: { engine: '2.0L I4' } },
      { part_name: 'B', vehicle_make: 'Honda' },
    ]);
    await database.owner.query(
      `insert into part_private_facts (part_id, interchange_code) select id, '601-1' from unnest($1::uuid[]) as id`,
      [ids],
    );
    const found = await read({ car: { ...civic, engine: '1.8L I4' } }, true);
    expect(found[0]).toBe(last);
    expect(found.slice(1).toSorted()).toEqual(['A', 'B']);
  });
});
