import { type Kysely, sql, type SqlBool } from 'kysely';
import type { DB } from '#db/types.ts';
import { vehicleName } from '#domain/part-address.ts';
import { matchesWordStarts, normalizeWords } from '#domain/word-match.ts';
import { emptySearch, junkyardAddress } from '#features/catalog/junkyard/junkyard-address.ts';
import type { Suggestion } from './suggestion.ts';
import { type ListedVehicle, vehicleListAddress } from '#features/catalog/vehicles/vehicle-list-address.ts';
import { listDistinctValues, listModels } from '#features/catalog/vehicles/vehicle-lists.server.ts';

const MAX_SUGGESTIONS = { part: 4, vehicle: 3, category: 1, number: 2 };

/** The shortest of so many names are suggested. */
const MAX_CANDIDATE_NAMES = 200;

const MAX_WORDS = 6;

const MAX_MODELS = 20;

/** Sorts after all texts with a prefix. */
const LAST_CHARACTER = '\u{10FFFF}';

/** The cost does not grow with the catalog. */
export async function findSuggestions(database: Kysely<DB>, query: string): Promise<Suggestion[]> {
  if (normalizeWords(query).length === 0) return [];
  const [names, vehicles, categories, numbers] = await Promise.all([
    findPartNames(database, query),
    findVehicles(database, query),
    listDistinctValues(database, 'category', sql`true`),
    findOemNumbers(database, query),
  ]);
  return [
    ...names.map((text): Suggestion => ({ kind: 'part', text, href: searchAddress({ q: text }) })),
    ...vehicles.map((vehicle): Suggestion => {
      const { make = null, model = null, year = null } = vehicle;
      return { kind: 'vehicle', text: vehicleName({ make, model, year }), href: vehicleListAddress(vehicle) };
    }),
    ...categories
      .filter((category) => matchesWordStarts(category, query))
      .slice(0, MAX_SUGGESTIONS.category)
      .map((text): Suggestion => ({ kind: 'category', text, href: searchAddress({ category: text }) })),
    ...numbers.map(({ number, name }): Suggestion => ({
      kind: 'number',
      text: number,
      note: name,
      href: searchAddress({ q: number }),
    })),
  ];
}

function searchAddress(search: Partial<typeof emptySearch>): string {
  return junkyardAddress({ ...emptySearch, ...search });
}

async function findPartNames(database: Kysely<DB>, query: string): Promise<string[]> {
  const words = normalizeWords(query);
  const written = sql`part_name_words(name)`;
  const beginning = ` ${words.join(' ')}`;
  const isUsed = sql<SqlBool>`exists (select from parts_catalog where part_name = name)`;
  const { rows } = await sql<{ name: string }>`
    (select name from part_names
      where ${written} collate "C" between ${beginning} and ${beginning + LAST_CHARACTER} and ${isUsed}
      order by ${written} collate "C" limit ${MAX_SUGGESTIONS.part})
    union all
    (select name from (
        select name from part_names
        where ${sql.join(
          words.slice(0, MAX_WORDS).map((word) => sql`${written} like ${`% ${word}%`}`),
          sql` and `,
        )}
        limit ${MAX_CANDIDATE_NAMES}
      ) as names
      where ${isUsed} order by length(name), name limit ${MAX_SUGGESTIONS.part})`.execute(database);
  const names = [...new Set(rows.map(({ name }) => name))];
  return names.filter((name) => matchesWordStarts(name, query)).slice(0, MAX_SUGGESTIONS.part);
}

async function findVehicles(database: Kysely<DB>, query: string): Promise<ListedVehicle[]> {
  const all = await listModels(database);
  const words = normalizeWords(query);
  const matchesName = (vehicle: { make: string; model: string }, by: string[]) =>
    matchesWordStarts(`${vehicle.make} ${vehicle.model}`, by.join(' '));
  const year = words.findLast((word) => /^\d{2,4}$/.test(word));
  const otherWords = words.filter((word) => word !== year);
  const yearModels = year === undefined ? [] : all.filter((vehicle) => matchesName(vehicle, otherWords));
  const makes = [...new Set(all.map(({ make }) => make))].filter((make) => matchesWordStarts(make, query));
  const models = all.filter(
    (vehicle) => matchesName(vehicle, words) && words.some((word) => matchesWordStarts(vehicle.model, word)),
  );
  return [
    ...(year === undefined ? [] : await findVehiclesOfYear(database, yearModels.slice(0, MAX_MODELS), year)),
    ...makes.map((make) => ({ make })),
    ...models,
  ].slice(0, MAX_SUGGESTIONS.vehicle);
}

/** `year` can be its first two to four digits. */
async function findVehiclesOfYear(
  database: Kysely<DB>,
  models: { make: string; model: string }[],
  year: string,
): Promise<ListedVehicle[]> {
  if (models.length === 0) return [];
  const rows = await database
    .selectFrom('catalog_counts')
    .distinct()
    .select(['vehicle_make', 'vehicle_model', 'vehicle_year'])
    .where('parts', '>', 0)
    .where((where) =>
      where.or(models.map(({ make, model }) => where.and({ vehicle_make: make, vehicle_model: model }))),
    )
    .where('vehicle_year', '>=', Number(year.padEnd(4, '0')))
    .where('vehicle_year', '<=', Number(year.padEnd(4, '9')))
    .orderBy('vehicle_year', 'desc')
    .orderBy('vehicle_make')
    .orderBy('vehicle_model')
    .limit(MAX_SUGGESTIONS.vehicle)
    .execute();
  return rows.map((row) => ({
    make: row.vehicle_make ?? undefined,
    model: row.vehicle_model ?? undefined,
    year: row.vehicle_year ?? undefined,
  }));
}

/** Ignores dashes, periods, and spaces. */
async function findOemNumbers(
  database: Kysely<DB>,
  query: string,
): Promise<{ number: string; name: string }[]> {
  const key = query.toUpperCase().replace(/[-.\s]/g, '');
  if (key.length < 3 || !/\d/.test(key)) return [];
  const { rows } = await sql<{ number: string; name: string }>`
    with recursive numbers as (
      (select oem_number_key(oem_number) as key, oem_number, part_name, 1 as place from parts_catalog
        where oem_number_key(oem_number) >= ${key} order by oem_number_key(oem_number) limit 1)
      union all
      select next.key, next.oem_number, next.part_name, numbers.place + 1
      from numbers, lateral (
        select oem_number_key(oem_number) as key, oem_number, part_name from parts_catalog
        where oem_number_key(oem_number) > numbers.key order by oem_number_key(oem_number) limit 1
      ) as next
      where numbers.place < ${MAX_SUGGESTIONS.number}
    )
    select oem_number as number, part_name as name from numbers where starts_with(key, ${key})`.execute(
    database,
  );
  return rows;
}
