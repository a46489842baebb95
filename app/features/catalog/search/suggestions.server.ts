import { type Kysely, sql, type SqlBool } from 'kysely';
import type { DB } from '#db/types.ts';
import { vehicleName } from '#domain/part-address.ts';
import { beginsWords, comparedWords } from '#domain/word-match.ts';
import { everything, junkyardAddress } from '#features/catalog/junkyard/junkyard-address.ts';
import type { Suggestion } from './suggestion.ts';
import { type ListedVehicle, vehicleListAddress } from '#features/catalog/vehicles/vehicle-list-address.ts';
import { distinct, listModels } from '#features/catalog/vehicles/vehicle-lists.server.ts';

/** The most suggestions of each kind: ten in all. */
const MOST = { part: 4, vehicle: 3, category: 1, number: 2 };

/** How many names with the right words are looked at to find the shortest; those of the right beginning come first. */
const NAMES_LOOKED_AT = 200;

/** How many of a query's words the database looks for. */
const WORDS_LOOKED_FOR = 6;

/** How many models are asked for their years. */
const MODELS_LOOKED_AT = 20;

/** Behind every text that begins with another comes that other with this letter. */
const LAST_LETTER = '\u{10FFFF}';

/** What in the catalogue may be meant by what is typed so far. Each part of it costs the same at any size. */
export async function suggestions(database: Kysely<DB>, query: string): Promise<Suggestion[]> {
  if (comparedWords(query).length === 0) return [];
  const [names, vehicles, categories, numbers] = await Promise.all([
    partNames(database, query),
    vehiclesCalled(database, query),
    distinct(database, 'category', sql`true`),
    oemNumbers(database, query),
  ]);
  return [
    ...names.map((text): Suggestion => ({ kind: 'part', text, href: searchFor({ q: text }) })),
    ...vehicles.map((vehicle): Suggestion => {
      const { make = null, model = null, year = null } = vehicle;
      return { kind: 'vehicle', text: vehicleName({ make, model, year }), href: vehicleListAddress(vehicle) };
    }),
    ...categories
      .filter((category) => beginsWords(category, query))
      .slice(0, MOST.category)
      .map((text): Suggestion => ({ kind: 'category', text, href: searchFor({ category: text }) })),
    ...numbers.map(({ number, name }): Suggestion => ({
      kind: 'number',
      text: number,
      note: name,
      href: searchFor({ q: number }),
    })),
  ];
}

function searchFor(search: Partial<typeof everything>): string {
  return junkyardAddress({ ...everything, ...search });
}

/** Names that begin with the query, then the shortest of those that have all of its words. */
async function partNames(database: Kysely<DB>, query: string): Promise<string[]> {
  const words = comparedWords(query);
  const written = sql`part_name_words(name)`;
  const beginning = ` ${words.join(' ')}`;
  const isUsed = sql<SqlBool>`exists (select from parts_catalog where part_name = name)`;
  const { rows } = await sql<{ name: string }>`
    (select name from part_names
      where ${written} collate "C" between ${beginning} and ${beginning + LAST_LETTER} and ${isUsed}
      order by ${written} collate "C" limit ${MOST.part})
    union all
    (select name from (
        select name from part_names
        where ${sql.join(
          words.slice(0, WORDS_LOOKED_FOR).map((word) => sql`${written} like ${`% ${word}%`}`),
          sql` and `,
        )}
        limit ${NAMES_LOOKED_AT}
      ) as names
      where ${isUsed} order by length(name), name limit ${MOST.part})`.execute(database);
  const names = [...new Set(rows.map(({ name }) => name))];
  return names.filter((name) => beginsWords(name, query)).slice(0, MOST.part);
}

/** Vehicles of the year in the query, then makes, then models. */
async function vehiclesCalled(database: Kysely<DB>, query: string): Promise<ListedVehicle[]> {
  const all = await listModels(database);
  const words = comparedWords(query);
  const called = (vehicle: { make: string; model: string }, by: string[]) =>
    beginsWords(`${vehicle.make} ${vehicle.model}`, by.join(' '));
  const year = words.findLast((word) => /^\d{2,4}$/.test(word));
  const besideYear = words.filter((word) => word !== year);
  const ofYear = year === undefined ? [] : all.filter((vehicle) => called(vehicle, besideYear));
  const makes = [...new Set(all.map(({ make }) => make))].filter((make) => beginsWords(make, query));
  const models = all.filter(
    (vehicle) => called(vehicle, words) && words.some((word) => beginsWords(vehicle.model, word)),
  );
  return [
    ...(year === undefined ? [] : await vehiclesOfYear(database, ofYear.slice(0, MODELS_LOOKED_AT), year)),
    ...makes.map((make) => ({ make })),
    ...models,
  ].slice(0, MOST.vehicle);
}

/** @param year its first two digits, three, or all. */
async function vehiclesOfYear(
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
    .limit(MOST.vehicle)
    .execute();
  return rows.map((row) => ({
    make: row.vehicle_make ?? undefined,
    model: row.vehicle_model ?? undefined,
    year: row.vehicle_year ?? undefined,
  }));
}

/** OEM numbers that begin with the query, however both are spelt. Each is found by one step through the index. */
async function oemNumbers(database: Kysely<DB>, query: string): Promise<{ number: string; name: string }[]> {
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
      where numbers.place < ${MOST.number}
    )
    select oem_number as number, part_name as name from numbers where starts_with(key, ${key})`.execute(
    database,
  );
  return rows;
}
