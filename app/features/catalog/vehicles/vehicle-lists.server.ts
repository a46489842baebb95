import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { parseYear, type VehicleChoices } from '#domain/vehicle.ts';
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
}

export async function readVehicleLists(database: Kysely<DB>, choices: VehicleChoices): Promise<VehicleLists> {
  const { make, model } = choices;
  const year = choices.year === undefined ? undefined : parseYear(choices.year);
  const [makes, models, years, categories] = await Promise.all([
    listDistinctValues(database, 'vehicle_make', sql`true`),
    make === undefined ? [] : listDistinctValues(database, 'vehicle_model', sql`vehicle_make = ${make}`),
    make === undefined || model === undefined
      ? []
      : listDistinctValues(
          database,
          'vehicle_year',
          sql`vehicle_make = ${make} and vehicle_model = ${model}`,
        ),
    make === undefined || model === undefined || year === undefined
      ? []
      : categoriesFor(database, { make, model, year }),
  ]);
  return { makes, models, years: years.map(Number).toReversed(), categories };
}

async function categoriesFor(database: Kysely<DB>, vehicle: Required<ListedVehicle>) {
  const [all, counted] = await Promise.all([
    listDistinctValues(database, 'category', sql`true`),
    listVehicleEntries(database, vehicle),
  ]);
  const parts = new Map(counted.map((row) => [row.name, row.parts]));
  return all.map((name) => ({ name, parts: parts.get(name) ?? 0 }));
}

/** Lists the next step with part counts. Ignores parts without a complete vehicle, because no list links to them. */
export async function listVehicleEntries(
  database: Kysely<DB>,
  vehicle: ListedVehicle,
): Promise<CountedName[]> {
  const column = nextColumn(vehicle);
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

export function listMakes(database: Kysely<DB>): Promise<string[]> {
  const complete = sql`vehicle_make <> '' and vehicle_model <> '' and vehicle_year between 1000 and 9999`;
  return listDistinctValues(database, 'vehicle_make', complete);
}

/** Takes one index lookup per model. */
export async function listModels(database: Kysely<DB>): Promise<{ make: string; model: string }[]> {
  const smallest = sql`select vehicle_make as make, vehicle_model as model from catalog_counts
    where parts > 0 and vehicle_make <> '' and vehicle_model <> ''`;
  const { rows } = await sql<{ make: string; model: string }>`
    with recursive steps as (
      (${smallest} order by vehicle_make, vehicle_model limit 1)
      union all
      select next.make, next.model from steps, lateral (
        ${smallest} and (vehicle_make, vehicle_model) > (steps.make, steps.model)
        order by vehicle_make, vehicle_model limit 1
      ) as next
    )
    select make, model from steps`.execute(database);
  return rows;
}

function nextColumn({ make, model, year }: ListedVehicle): CountedColumn {
  if (make === undefined) return 'vehicle_make';
  if (model === undefined) return 'vehicle_model';
  return year === undefined ? 'vehicle_year' : 'category';
}

type CountedColumn = 'vehicle_make' | 'vehicle_model' | 'vehicle_year' | 'category' | 'part_type';

/** Takes one index lookup per value, so the cost does not grow with the catalog. */
export async function listDistinctValues(
  database: Kysely<DB>,
  column: CountedColumn,
  where: ReturnType<typeof sql>,
): Promise<string[]> {
  const value = sql.ref(column);
  const smallest = sql`select ${value} as value from catalog_counts where parts > 0 and ${where} and ${value}`;
  const { rows } = await sql<{ value: string }>`
    with recursive steps as (
      (${smallest} is not null order by ${value} limit 1)
      union all
      select next.value from steps, lateral (${smallest} > steps.value order by ${value} limit 1) as next
    )
    select value from steps`.execute(database);
  return rows.map((row) => row.value);
}
