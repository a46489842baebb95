import { type Kysely, sql, type SqlBool } from 'kysely';
import type { DB } from '#db/types.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { interpretQuery, type Interpretation } from '#core/search/text/interpret-query.ts';
import type { SearchCatalog } from '#core/search/text/search-catalog.ts';
import { wordStem } from '#core/search/text/word-forms.ts';
import { matchesWordStarts, normalizeWords } from '#core/values/word-match.ts';
import { emptySearch, junkyardAddress } from '#core/search/junkyard-address.ts';
import { interpretText } from '#core/search/search-catalog.server.ts';
import { writeCar } from '#core/fitment/car-parameter.ts';
import type { ExactVehicle } from '#core/fitment/fit-levels.ts';
import type { Suggestion } from '#core/search/suggestion.ts';
import { findOemNumbers, findOlderNumber, toNumberKey } from './suggested-numbers.server.ts';
import { findStockNumber } from './suggested-stock-number.server.ts';
import { type ListedVehicle, vehicleListAddress } from '#core/search/vehicle-list-address.ts';
import { listDistinctValues, listModels } from '#core/search/vehicle-lists.server.ts';

const MAX_SUGGESTIONS = { part: 4, vehicle: 3, category: 1, number: 2 };

/** Maximum names to read. The shortest of them are suggested. */
const MAX_CANDIDATE_NAMES = 200;

const MAX_WORDS = 6;

/** Maximum names to look up, each for each year of the vehicle. */
const MAX_NAMES_FOR_VEHICLE = 40;

const MAX_MODELS = 20;

/** A prefix with this character sorts after all texts that begin with the prefix. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Suggests only texts that find parts. The cost does not grow with the catalog. */
/** @param car Parts of a text without a vehicle are suggested only if this one has them. */
export async function findSuggestions(
  database: Kysely<DB>,
  text: string,
  car?: ExactVehicle,
): Promise<Suggestion[]> {
  if (normalizeWords(text).length === 0) return [];
  const { catalog, query } = await interpretText(database, text);
  const named = wordsToName(query, catalog);
  const isAboutVehicle = [query.years, query.makes, query.models].some((list) => list.length > 0);
  const own = isAboutVehicle || !car ? undefined : car;
  const fitting = car ? { car: writeCar(car), only_fits: '1' } : {};
  const about = own
    ? { years: [{ from: own.year, to: own.year }], makes: [own.make], models: [[own]] }
    : query;
  const [names, vehicles, categories, stockNumbers, numbers, olderNumbers] = await Promise.all([
    named.length === 0
      ? []
      : isAboutVehicle || own
        ? findNamesFor(database, about, named)
        : findPartNames(database, text, named),
    findVehicles(database, withCatalogNames(query)),
    listDistinctValues(database, 'category', sql`true`),
    findStockNumber(database, query.stockNumbers),
    findOemNumbers(database, query.number ?? ''),
    findOlderNumber(database, query.number ?? ''),
  ]);
  const exact = numbers.filter((number) => toNumberKey(number.text) === query.number);
  const begun = numbers.filter((number) => !exact.includes(number));
  return [
    ...[...new Set(names)]
      .filter((name) => named.every((word) => isNamed(name, word)))
      .slice(0, MAX_SUGGESTIONS.part)
      .map((name): Suggestion => {
        const found = toSearch(query, name, catalog);
        return {
          kind: 'part',
          text: found.replaceAll('"', ''),
          href: searchAddress({ q: found, ...fitting }),
        };
      }),
    ...vehicles.map((vehicle): Suggestion => {
      const { make = null, model = null, year = null } = vehicle;
      return { kind: 'vehicle', text: vehicleName({ make, model, year }), href: vehicleListAddress(vehicle) };
    }),
    ...categories
      .filter((category) => matchesWordStarts(category, text))
      .slice(0, MAX_SUGGESTIONS.category)
      .map((name): Suggestion => ({
        kind: 'category',
        text: name,
        href: searchAddress({ category: name, ...fitting }),
      })),
    ...[...stockNumbers, ...exact, ...olderNumbers, ...begun].slice(0, MAX_SUGGESTIONS.number),
  ];
}

function searchAddress(search: Partial<typeof emptySearch>): string {
  return junkyardAddress({ ...emptySearch, ...search });
}

/** A name must contain one of these phrases: beginnings of its words. */
type NamedWord = readonly string[];

/** Lists what a name must contain. The last word may be incomplete, so 'in' counts if a name has 'inner'. */
function wordsToName(
  { pieces, positions, groups }: Interpretation,
  { nameWords }: SearchCatalog,
): NamedWord[] {
  const last = pieces.at(-1);
  const begun = last?.kind === 'noise' ? normalizeWords(last.text).join(' ') : '';
  const isBeginning = begun !== '' && [...nameWords].some((word) => word.startsWith(begun) && word !== begun);
  return [
    ...groups.map(({ words, synonyms }) => [words.map(({ key }) => wordStem(key)).join(' '), ...synonyms]),
    ...positions.map(({ words, typed }) => [...words, ...typed]),
    ...(isBeginning ? [[begun]] : []),
  ].map((phrases) => phrases.filter((phrase) => phrase.trim() !== ''));
}

function isNamed(name: string, phrases: NamedWord): boolean {
  return phrases.some((phrase) => matchesWordStarts(name, phrase));
}

/** Writes a search for parts of this name that fit a query's vehicles. Quotes the name if it would be misread without. */
function toSearch(query: Interpretation, name: string, catalog: SearchCatalog): string {
  const vehicle = withCatalogNames({
    pieces: query.pieces.filter(({ kind }) => kind === 'year' || kind === 'make' || kind === 'model'),
  });
  const unquoted = [vehicle, name].filter(Boolean).join(' ');
  const said = ({ years, makes, models }: Interpretation) => JSON.stringify([years, makes, models]);
  const read = interpretQuery(unquoted, catalog);
  const isRead = said(read) === said(query) && read.conditions.length === 0;
  return isRead ? unquoted : `${vehicle} "${name.replaceAll('"', ' ')}"`.trim();
}

/** Replaces nicknames by names: 'chevy' becomes Chevrolet. The first digits of a year stay. */
function withCatalogNames({ pieces }: Pick<Interpretation, 'pieces'>): string {
  return pieces
    .map(({ kind, text, label }) => {
      if (kind === 'make' || (kind === 'model' && !label.includes(', '))) return label;
      return kind === 'year' && /^'?\d{2}$/.test(text) && !/^(19|20)/.test(text) ? label : text;
    })
    .join(' ');
}

async function findPartNames(
  database: Kysely<DB>,
  text: string,
  named: readonly NamedWord[],
): Promise<string[]> {
  const beginning = ` ${normalizeWords(text).join(' ')}`;
  const isUsed = sql<SqlBool>`exists (select from parts_catalog where part_name = name)`;
  const { rows } = await sql<{ name: string }>`
    (select name from part_names
      where ${writtenName} collate "C" between ${beginning} and ${beginning + LAST_CHARACTER} and ${isUsed}
      order by ${writtenName} collate "C" limit ${MAX_SUGGESTIONS.part})
    union all
    (select name from (${namesWith(named)}) as names
      where ${isUsed} order by length(name), name limit ${MAX_SUGGESTIONS.part})`.execute(database);
  return rows.map(({ name }) => name);
}

/** Finds names of parts that fit the vehicles of a query. */
async function findNamesFor(
  database: Kysely<DB>,
  { years, makes, models }: Pick<Interpretation, 'years' | 'makes' | 'models'>,
  named: readonly NamedWord[],
): Promise<string[]> {
  const vehicles = database
    .selectFrom('catalog_counts')
    .distinct()
    .select(['vehicle_make', 'vehicle_model', 'vehicle_year'])
    .where('parts', '>', 0)
    .where((where) =>
      where.and([
        ...(makes.length > 0 ? [where('vehicle_make', 'in', makes)] : []),
        ...(models.length > 0
          ? [
              where.or(
                models
                  .flat()
                  .map(({ make, model }) => where.and({ vehicle_make: make, vehicle_model: model })),
              ),
            ]
          : []),
        ...(years.length > 0
          ? [where.or(years.map(({ from, to }) => where.between('vehicle_year', from, to)))]
          : []),
      ]),
    );
  const { rows } = await sql<{ name: string }>`
    with vehicles as materialized (${vehicles}),
    names as materialized (
      select name from (${namesWith(named)}) as names order by length(name), name limit ${MAX_NAMES_FOR_VEHICLE}
    )
    select name from names
    where exists (
      select from vehicles, lateral (
        select from parts_catalog as parts
        where parts.vehicle_make = vehicles.vehicle_make and parts.vehicle_model = vehicles.vehicle_model
          and parts.vehicle_year = vehicles.vehicle_year and parts.part_name = names.name
        limit 1
      ) as part
    )
    limit ${MAX_SUGGESTIONS.part}`.execute(database);
  return rows.map(({ name }) => name);
}

const writtenName = sql`part_name_words(name)`;

function namesWith(named: readonly NamedWord[]) {
  const hasPhrase = (phrase: string) =>
    sql`(${sql.join(
      phrase.split(' ').map((word) => sql`${writtenName} like ${`% ${word}%`}`),
      sql` and `,
    )})`;
  return sql`select name from part_names
    where ${sql.join(
      named.slice(0, MAX_WORDS).map((phrases) => sql`(${sql.join(phrases.map(hasPhrase), sql` or `)})`),
      sql` and `,
    )}
    limit ${MAX_CANDIDATE_NAMES}`;
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

/** @param year The first two to four digits. */
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
