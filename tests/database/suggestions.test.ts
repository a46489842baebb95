import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSuggestions } from '#doors/lists/suggestions.server.ts';
import { addParts } from '../support/parts.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;

const fender = (vehicle_model: string, vehicle_year: number) => {
  return { part_name: 'Fender', vehicle_make: 'Honda', vehicle_model, vehicle_year };
};

beforeAll(async () => {
  database = await createTestDatabase();
  await addParts(database.owner, [
    { part_name: 'Brake Master Cylinder Reservoir', category: 'Brake Hydraulics' },
    ...['A', 'B', 'C', 'D'].map((letter) => ({ part_name: `${letter} Brake`, category: 'Brakes' })),
    { part_name: 'Long Name with Brake', category: 'Body' },
    ...['Hyundai', 'Hummer', 'Holden'].map((vehicle_make) => ({ part_name: 'Hood', vehicle_make })),
    ...[2001, 2002, 2003, 2004, 2010].map((year) => fender('Fit', year)),
    fender('Accord', 2004),
    ...['4502', '4503', '4504', 'WXYZ'].map((oem_number) => ({ part_name: 'Seal', oem_number })),
    {
      part_name: 'Hood',
      stock_number: 'Y10-0450',
      oem_number: '77001',
      superseded_numbers: '44010, 44010 AB',
      part_type: 'Good',
      price: '99.5',
      image_url: '/parts/hood.svg',
    },
  ]);
});
afterAll(() => database[Symbol.asyncDispose]());

async function suggested(query: string, kind: string): Promise<string[]> {
  const all = await findSuggestions(database.pools.public, query);
  return all.filter((suggestion) => suggestion.kind === kind).map(({ text }) => text);
}

test('up to four names: first those that begin with the text, then the shortest', async () => {
  expect(await suggested('brake', 'part')).toEqual([
    'Brake Master Cylinder Reservoir',
    'A Brake',
    'B Brake',
    'C Brake',
  ]);
  expect(await suggested('brake long', 'part')).toEqual(['Long Name with Brake']);
  expect(await suggested('brake master', 'part')).toEqual(['Brake Master Cylinder Reservoir']);
});

test('up to three makes, models, or years', async () => {
  expect(await suggested('h', 'vehicle')).toHaveLength(3);
  expect(await suggested('honda fit', 'vehicle')).toEqual(['Honda Fit']);
  expect(await suggested('fit 20', 'vehicle')).toEqual([
    '2010 Honda Fit',
    '2004 Honda Fit',
    '2003 Honda Fit',
  ]);
  expect(await suggested('fit 200', 'vehicle')).toEqual([
    '2004 Honda Fit',
    '2003 Honda Fit',
    '2002 Honda Fit',
  ]);
  expect(await suggested('2004 honda', 'vehicle')).toEqual(['2004 Honda Accord', '2004 Honda Fit']);
  expect(await suggested('fit 1999', 'vehicle')).toEqual([]);
});

test('one category', async () => {
  expect(await suggested('b', 'category')).toEqual(['Body']);
  expect(await suggested('brakes', 'category')).toEqual(['Brakes']);
  expect(await suggested('hydr', 'category')).toEqual(['Brake Hydraulics']);
});

test('two numbers, from three characters with a digit', async () => {
  expect(await suggested('450', 'number')).toEqual(['4502', '4503']);
  expect(await suggested('45-03', 'number')).toEqual(['4503']);
  expect(await suggested('45', 'number')).toEqual([]);
  expect(await suggested('wxyz', 'number')).toEqual([]);
});

test.each(['y10-0450', 'Y100', 'stock # y10 04'])('a stock number: %s', async (query) => {
  const all = await findSuggestions(database.pools.public, query);
  expect(all.filter(({ kind }) => kind === 'number')).toEqual([
    expect.objectContaining({
      text: 'Y10-0450',
      note: 'Hood',
      details: expect.stringMatching(/^Stock number · .*Used, Good · \$99\.50$/),
      picture: '/parts/hood.svg',
      href: expect.stringMatching(/^\/part\//),
    }),
  ]);
});

test.each(['44010-ab', '44010AB', 'part no 44010.ab'])('an older number: %s', async (query) => {
  const all = await findSuggestions(database.pools.public, query);
  expect(all.filter(({ kind }) => kind === 'number')).toEqual([
    expect.objectContaining({
      text: '44010 AB',
      note: 'Hood',
      details: expect.stringMatching(/^Now 77001 · .*Good · \$99\.50$/),
      href: expect.stringMatching(/^\/part\//),
    }),
  ]);
});

test('none without a word', async () => {
  expect(await findSuggestions(database.pools.public, ' - ')).toEqual([]);
});
