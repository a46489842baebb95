import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeCursor } from '#core/platform/cursor.server.ts';
import { forgetSearchCatalog } from '#core/search/search-catalog.server.ts';
import { searchParts } from '#core/search/search-parts.server.ts';
import { addParts } from '../support/parts.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;

const part = (part_name: string, vehicle_engine: string | null, description: string | null = null) => ({
  part_name,
  vehicle_make: 'Chevrolet',
  vehicle_model: 'Silverado 1500',
  vehicle_year: 2010,
  vehicle_engine,
  description,
  stock_quantity: 1,
});

beforeAll(async () => {
  database = await createTestDatabase();
  await addParts(database.owner, [
    part('Starter Motor A', '5.3L V8'),
    part('Starter Motor B', '4.8L V8'),
    part('Starter Motor C', null),
    part('Starter Motor D', null, 'Pulled from a truck with 5.3L V8 Flex.'),
    part('Starter Motor E', '6.6L V8 Diesel'),
    part('Starter Motor F', '4.3L V6'),
  ]);
});
afterAll(() => database[Symbol.asyncDispose]());

test.each([
  ['5.3L V8', ['liters=5.3', 'cylinders=8', 'liters=known', 'cylinders=known']],
  ['1.80 L L4 Turbo', ['liters=1.8', 'cylinders=4', 'air=turbo', 'liters=known', 'cylinders=known']],
  ['3.6L VR6', ['liters=3.6', 'cylinders=6', 'liters=known', 'cylinders=known']],
  ['6 cylinders', ['cylinders=6', 'cylinders=known']],
  ['6.7L V8 DIESEL', ['liters=6.7', 'cylinders=8', 'fuel=diesel', 'liters=known', 'cylinders=known']],
  ['1.8L / 2.4L', ['liters=1.8', 'liters=2.4', 'liters=known']],
  ['Electric', ['fuel=electric']],
  ['AV8R 11.8 Lamps', []],
])('the facts of %s', async (text, facts) => {
  const { rows } = await database.owner.query<{ fact: string }>('select search_engine_facts($1) as fact', [
    text,
  ]);
  expect(rows.map(({ fact }) => fact).toSorted()).toEqual(facts.toSorted());
});

async function find(q: string): Promise<string[]> {
  const { parts } = await searchParts(database.pools.public, { filters: { q }, sort: 'best', limit: 24 });
  return parts.map(({ part_name: name }) => name.at(-1) ?? '');
}

const sorted = (names: readonly string[]) => names.toSorted().join('');

test('parts of the engine come first, then those that name none, and no others', async () => {
  for (const q of ['silverado 5.3 starter', '2010 silverado 5.3L starter motor']) {
    const found = await find(q);
    expect(sorted(found.slice(0, 2))).toBe('AD');
    expect(found.slice(2)).toEqual(['C']);
  }
  expect(sorted(await find('silverado v6 starter'))).toBe('CF');
  expect((await find('silverado v6 starter'))[0]).toBe('F');
  expect((await find('silverado diesel starter'))[0]).toBe('E');
});

test('the name of a family leaves nothing out', async () => {
  const found = await find('silverado vortec starter');
  expect(sorted(found.slice(0, 4))).toBe('ABDF');
  expect(sorted(found)).toBe('ABCDEF');
  expect((await find('silverado duramax starter'))[0]).toBe('E');
});

test('a generation that the owner named finds its model and years', async () => {
  await addParts(database.owner, [{ ...part('Tailgate G', null), vehicle_year: 2004 }]);
  await addParts(database.owner, [part('Tailgate H', null)]);
  const generation = { make: 'Chevrolet', model: 'Silverado 1500', names: ['zr9'], from: 2003, to: 2006 };
  await database.owner.query('update shop_settings set values = $1', [
    JSON.stringify({ fitment: { generations: [generation] } }),
  ]);
  forgetSearchCatalog();
  expect(await find('zr9 tailgate')).toEqual(['G']);
});

test('for a vehicle and an engine, parts that name no engine follow those that do, page by page', async () => {
  const car = { vehicle_make: 'Dodge', vehicle_model: 'Charger' };
  await addParts(database.owner, [
    { ...part('Alternator K', null), ...car },
    { ...part('Alternator L', '5.7L V8'), ...car, stock_quantity: 0 },
    { ...part('Alternator M', '3.5L V6'), ...car },
    { ...part('Alternator N', '5.7L V8'), ...car },
  ]);
  const filters = { make: 'Dodge', model: 'Charger', year: 2010, fits: true, engines: ['5.7L V8'] };
  const first = await searchParts(database.pools.public, { filters, sort: 'best', limit: 2 });
  const rest = await searchParts(database.pools.public, {
    filters,
    sort: 'best',
    limit: 2,
    after: decodeCursor(first.next ?? ''),
  });
  const names = [...first.parts, ...rest.parts].map(({ part_name: name }) => name.at(-1));
  expect(names.join('')).toBe('NLK');
  expect(rest.next).toBeNull();
});
