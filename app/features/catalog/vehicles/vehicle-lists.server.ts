import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { parseYear, type VehicleChoices } from '#domain/vehicle.ts';
import type { ListedVehicle } from './vehicle-list-address.ts';

/** A make, a model, a year or a category, and how many parts it holds. */
export interface CountedName {
  name: string;
  parts: number;
}

/** What each step of the vehicle selector offers. A step whose earlier choices are missing offers nothing. */
export interface VehicleLists {
  makes: string[];
  models: string[];
  years: number[];
  /** All categories, those without a part for the vehicle too. */
  categories: CountedName[];
}

export async function vehicleLists(database: Kysely<DB>, choices: VehicleChoices): Promise<VehicleLists> {
  const { make, model } = choices;
  const year = choices.year === undefined ? undefined : parseYear(choices.year);
  const [makes, models, years, categories] = await Promise.all([
    distinct(database, 'vehicle_make', sql`true`),
    make === undefined ? [] : distinct(database, 'vehicle_model', sql`vehicle_make = ${make}`),
    make === undefined || model === undefined
      ? []
      : distinct(database, 'vehicle_year', sql`vehicle_make = ${make} and vehicle_model = ${model}`),
    make === undefined || model === undefined || year === undefined
      ? []
      : categoriesFor(database, { make, model, year }),
  ]);
  return { makes, models, years: years.map(Number).toReversed(), categories };
}

async function categoriesFor(database: Kysely<DB>, vehicle: Required<ListedVehicle>) {
  const [all, counted] = await Promise.all([
    distinct(database, 'category', sql`true`),
    listVehicle(database, vehicle),
  ]);
  const parts = new Map(counted.map((row) => [row.name, row.parts]));
  return all.map((name) => ({ name, parts: parts.get(name) ?? 0 }));
}

/**
 * What there is one step below a vehicle, with the number of parts: makes, the models of a make, the years of a model
 * (newest first), the categories of a model of one year. Parts that name no whole vehicle are not counted, since no
 * list leads to them.
 */
export async function listVehicle(database: Kysely<DB>, vehicle: ListedVehicle): Promise<CountedName[]> {
  const column = stepBelow(vehicle);
  const rows = await database
    .selectFrom('catalog_counts')
    .select([sql<string>`${sql.ref(column)}::text`.as('name'), sql<string>`sum(parts)`.as('parts')])
    .where('parts', '>', 0)
    .where((where) =>
      where.and({
        ...(vehicle.make !== undefined && { vehicle_make: vehicle.make }),
        ...(vehicle.model !== undefined && { vehicle_model: vehicle.model }),
        ...(vehicle.year !== undefined && { vehicle_year: vehicle.year }),
      }),
    )
    .where('vehicle_make', '<>', '')
    .where('vehicle_model', '<>', '')
    .where(sql<boolean>`vehicle_year between 1000 and 9999`)
    .groupBy(column)
    .orderBy(column, column === 'vehicle_year' ? 'desc' : 'asc')
    .execute();
  return rows.map(({ name, parts }) => ({ name, parts: Number(parts) }));
}

/** The makes that have lists of vehicles. */
export function listMakes(database: Kysely<DB>): Promise<string[]> {
  const whole = sql`vehicle_make <> '' and vehicle_model <> '' and vehicle_year between 1000 and 9999`;
  return distinct(database, 'vehicle_make', whole);
}

/** All models of all makes in their order, each found by one step through the index. */
export async function listModels(database: Kysely<DB>): Promise<{ make: string; model: string }[]> {
  const least = sql`select vehicle_make as make, vehicle_model as model from catalog_counts
    where parts > 0 and vehicle_make <> '' and vehicle_model <> ''`;
  const { rows } = await sql<{ make: string; model: string }>`
    with recursive steps as (
      (${least} order by vehicle_make, vehicle_model limit 1)
      union all
      select next.make, next.model from steps, lateral (
        ${least} and (vehicle_make, vehicle_model) > (steps.make, steps.model)
        order by vehicle_make, vehicle_model limit 1
      ) as next
    )
    select make, model from steps`.execute(database);
  return rows;
}

function stepBelow({ make, model, year }: ListedVehicle): CountedColumn {
  if (make === undefined) return 'vehicle_make';
  if (model === undefined) return 'vehicle_model';
  return year === undefined ? 'vehicle_year' : 'category';
}

type CountedColumn = 'vehicle_make' | 'vehicle_model' | 'vehicle_year' | 'category' | 'part_type';

/** Unique values in their order, each found by one step through the index: the cost does not grow with the catalogue. */
export async function distinct(
  database: Kysely<DB>,
  column: CountedColumn,
  where: ReturnType<typeof sql>,
): Promise<string[]> {
  const value = sql.ref(column);
  const least = sql`select ${value} as value from catalog_counts where parts > 0 and ${where} and ${value}`;
  const { rows } = await sql<{ value: string }>`
    with recursive steps as (
      (${least} is not null order by ${value} limit 1)
      union all
      select next.value from steps, lateral (${least} > steps.value order by ${value} limit 1) as next
    )
    select value from steps`.execute(database);
  return rows.map((row) => row.value);
}
