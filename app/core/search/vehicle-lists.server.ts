import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { parseYear, type VehicleChoices } from '#core/vehicles/vehicle.ts';
import { confirmingRules, fitPlace } from '#core/fitment/fit-levels.ts';
import type { FitmentSettings } from '#core/settings/settings.ts';
import { countEngines } from './engine-choices.ts';
import type { ListedVehicle } from './vehicle-list-address.ts';

export interface CountedName {
  name: string;
  parts: number;
}

/** A list is empty until the earlier steps are chosen. */
export interface VehicleLists {
  makes: string[];
  models: string[];
  years: number[];
  categories: CountedName[];
  /** The engines of the parts that are listed for the vehicle, if there are several. */
  engines: string[];
}

/** Reads all vehicles that are listed for parts, their own or in part_fitments. */
export async function readVehicleLists(
  database: Kysely<DB>,
  choices: VehicleChoices,
  settings: FitmentSettings,
): Promise<VehicleLists> {
  const { make, model } = choices;
  const year = choices.year === undefined ? undefined : parseYear(choices.year);
  const [makes, models, years, [categories, engines]] = await Promise.all([
    listVehicleValues(database, 'make', {}),
    make === undefined ? [] : listVehicleValues(database, 'model', { make }),
    make === undefined || model === undefined ? [] : listVehicleValues(database, 'year', { make, model }),
    make === undefined || model === undefined || year === undefined
      ? [[], []]
      : Promise.all([
          categoriesFor(database, { make, model, year }, settings),
          enginesFor(database, { make, model, year }),
        ]),
  ]);
  return { makes, models, years: years.map(Number).toReversed(), categories, engines };
}

/** Leaves out engines that others name more precisely. */
async function enginesFor(
  database: Kysely<DB>,
  { make, model, year }: Required<ListedVehicle>,
): Promise<string[]> {
  const { rows } = await sql<{ engine: string }>`
    select engine from vehicle_engines(${make}, ${model}, ${year}::integer) as engine order by engine ${naturally}`.execute(
    database,
  );
  const engines = countEngines([{ engines: rows.map(({ engine }) => engine), parts: 1 }], {
    chosen: [],
    mayLack: true,
  });
  return engines.length > 1 ? engines.map(({ value }) => value) : [];
}

async function categoriesFor(
  database: Kysely<DB>,
  vehicle: Required<ListedVehicle>,
  settings: FitmentSettings,
) {
  const [all, counted] = await Promise.all([
    listDistinctValues(database, 'category', sql`true`),
    countFittingCategories(database, vehicle, settings),
  ]);
  const parts = new Map(counted.map((row) => [row.name, row.parts]));
  return all.map((name) => ({ name, parts: parts.get(name) ?? 0 }));
}

/** The next step with its number of parts, and the number of all of them. */
export interface VehicleEntries {
  entries: CountedName[];
  /** A part that is listed for several entries counts once. */
  total: number;
}

/**
 * Lists the next step with part counts. Makes, models and years count the parts that are listed for them, categories
 * everything that the results have. Ignores parts without a complete vehicle, because no list links to them.
 */
export async function listVehicleEntries(
  database: Kysely<DB>,
  { make, model, year }: ListedVehicle,
  settings: FitmentSettings,
): Promise<VehicleEntries> {
  if (make !== undefined && model !== undefined && year !== undefined) {
    const entries = await countFittingCategories(database, { make, model, year }, settings);
    return { entries, total: entries.reduce((sum, { parts }) => sum + parts, 0) };
  }
  const step = make === undefined ? 'make' : model === undefined ? 'model' : 'year';
  const own = sql`select ${sql.ref(`vehicle_${step}`)}::text as name, sum(parts) as parts from catalog_counts
    where ${complete} and ${onVehicle({ make, model }, 'vehicle_')} group by 1`;
  // Each name has one row, but a year has one for each category.
  const listed = sql`select ${sql.ref(step)}::text as name, sum(parts) as parts from fitment_counts
    where parts > 0 and ${onVehicle({ make, model })} and ${sql.ref(step)} is not null
      ${make === undefined ? sql`and model is null` : model === undefined ? sql`and year is null` : sql``} group by 1`;
  const nextLevel = sql`${make === undefined ? sql`make is null` : sql`make = ${make}`}
    and ${model === undefined ? sql`model is null` : sql`model = ${model}`} and year is null`;
  const { rows } = await sql<{ name: string; parts: string; total: string }>`
    with own as materialized (${own}), listed as materialized (${listed})
    select name, sum(parts) as parts, (select coalesce(sum(parts), 0) from own)
      + coalesce((select parts from fitment_counts where ${nextLevel}), 0) as total
    from (select * from own union all select * from listed) as entries
    group by name order by name ${step === 'year' ? sql`desc` : naturally}`.execute(database);
  return {
    entries: rows.map(({ name, parts }) => ({ name, parts: Number(parts) })),
    total: Number(rows[0]?.total ?? 0),
  };
}

/** Finds the listed vehicle that a name in other capitals, or with other signs between its words, stands for. */
export async function findListedVehicle(
  database: Kysely<DB>,
  { make, model, year }: ListedVehicle,
): Promise<ListedVehicle | undefined> {
  if (make === undefined) return undefined;
  const ownMake = findName(await listVehicleValues(database, 'make', {}), make);
  if (ownMake === undefined || model === undefined)
    return ownMake === undefined ? undefined : { make: ownMake };
  const ownModel = findName(await listVehicleValues(database, 'model', { make: ownMake }), model);
  return ownModel === undefined ? undefined : { make: ownMake, model: ownModel, year };
}

function findName(names: readonly string[], name: string): string | undefined {
  const small = name.toLowerCase();
  return (
    names.find((each) => each === name) ??
    names.find((each) => each.toLowerCase() === small) ??
    names.find((each) => lettersOf(each) === lettersOf(name))
  );
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Counts everything that the results have for a vehicle (docs/fitment.md). */
async function countFittingCategories(
  database: Kysely<DB>,
  { make, model, year }: Required<ListedVehicle>,
  settings: FitmentSettings,
): Promise<CountedName[]> {
  const { rows } = await sql<{ name: string; parts: string }>`
    select category as name, count(*) as parts
    from vehicle_fits(array[${make}]::text[], array[${model}]::text[], array[${year}]::integer[]) as fits join search_parts on search_parts.part_id = fits.part_id
    where place = any(${confirmingRules(settings).map(fitPlace)}::integer[])
    group by category order by category ${naturally}`.execute(database);
  return rows.map(({ name, parts }) => ({ name, parts: Number(parts) }));
}

/** Sorts like people sort names (0009_catalog.sql). */
const naturally = sql`collate public.natural_order`;

const complete = sql`parts > 0 and vehicle_make <> '' and vehicle_model <> '' and vehicle_year between 1000 and 9999`;

function onVehicle({ make, model }: Pick<ListedVehicle, 'make' | 'model'>, prefix = '') {
  const is = (step: string, name: string | undefined) =>
    name === undefined ? sql`true` : sql`${sql.ref(prefix + step)} = ${name}`;
  return sql`${is('make', make)} and ${is('model', model)}`;
}

export function listMakes(database: Kysely<DB>): Promise<string[]> {
  return listVehicleValues(database, 'make', {}, complete);
}

type Step = 'make' | 'model' | 'year';

/** Lists the values of both counts. Takes one index lookup per value. */
async function listVehicleValues(
  database: Kysely<DB>,
  step: Step,
  vehicle: Pick<ListedVehicle, 'make' | 'model'>,
  ownIf = sql`true`,
): Promise<string[]> {
  const own = distinctValues(
    'catalog_counts',
    `vehicle_${step}`,
    sql`${onVehicle(vehicle, 'vehicle_')} and ${ownIf}`,
  );
  const listed = distinctValues('fitment_counts', step, onVehicle(vehicle));
  const { rows } = await sql<{ value: string }>`
    select value from ((${own}) union (${listed})) as merged order by value::text ${naturally}`.execute(
    database,
  );
  return rows.map((row) => row.value);
}

/** Lists the models that are listed for parts, which searches know. Takes one index lookup per model. */
export async function listListedModels(database: Kysely<DB>): Promise<ListedModel[]> {
  const [own, listed] = await Promise.all([
    listModels(database),
    distinctModels(database, 'fitment_counts', ''),
  ]);
  const names = new Map([...own, ...listed].map((name) => [`${name.make}\n${name.model}`, name]));
  return [...names.values()];
}

interface ListedModel {
  make: string;
  model: string;
}

/** Lists the models of the parts' own vehicles. Takes one index lookup per model. */
export function listModels(database: Kysely<DB>): Promise<ListedModel[]> {
  return distinctModels(database, 'catalog_counts', 'vehicle_');
}

async function distinctModels(
  database: Kysely<DB>,
  counts: 'catalog_counts' | 'fitment_counts',
  prefix: string,
): Promise<ListedModel[]> {
  const [make, model] = [sql.ref(`${prefix}make`), sql.ref(`${prefix}model`)];
  const smallest = sql`select ${make} as make, ${model} as model from ${sql.table(counts)}
    where parts > 0 and ${make} <> '' and ${model} <> ''`;
  const { rows } = await sql<ListedModel>`
    with recursive steps as (
      (${smallest} order by ${make}, ${model} limit 1)
      union all
      select next.make, next.model from steps, lateral (
        ${smallest} and (${make}, ${model}) > (steps.make, steps.model)
        order by ${make}, ${model} limit 1
      ) as next
    )
    select make, model from steps`.execute(database);
  return rows;
}

type CountedColumn = 'vehicle_make' | 'vehicle_model' | 'vehicle_year' | 'category' | 'part_type';

/** Lists values in natural order. Takes one index lookup per value, so the cost does not grow with the catalog. */
export async function listDistinctValues(
  database: Kysely<DB>,
  column: CountedColumn,
  where: ReturnType<typeof sql>,
): Promise<string[]> {
  const values = distinctValues('catalog_counts', column, where);
  const { rows } = await sql<{ value: string }>`
    select value from (${values}) as named order by value::text ${naturally}`.execute(database);
  return rows.map((row) => row.value);
}

function distinctValues(table: string, column: string, where: ReturnType<typeof sql>) {
  const value = sql.ref(column);
  const smallest = sql`select ${value} as value from ${sql.table(table)} where parts > 0 and ${where} and ${value}`;
  return sql<{ value: string }>`
    with recursive steps as (
      (${smallest} is not null order by ${value} limit 1)
      union all
      select next.value from steps, lateral (${smallest} > steps.value order by ${value} limit 1) as next
    )
    select value from steps`;
}
