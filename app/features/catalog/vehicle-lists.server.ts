import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { parseYear, type VehicleChoices } from '#domain/vehicle.ts';

export interface CategoryChoice {
  name: string;
  /** How many parts it holds for the vehicle. */
  parts: number;
}

/** What each step of the vehicle selector offers. A step whose earlier choices are missing offers nothing. */
export interface VehicleLists {
  makes: string[];
  models: string[];
  years: number[];
  /** All categories, those without a part for the vehicle too. */
  categories: CategoryChoice[];
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

async function categoriesFor(database: Kysely<DB>, vehicle: { make: string; model: string; year: number }) {
  const [all, counted] = await Promise.all([
    distinct(database, 'category', sql`true`),
    database
      .selectFrom('catalog_counts')
      .select(['category', sql<string>`sum(parts)`.as('parts')])
      .where('parts', '>', 0)
      .where('vehicle_make', '=', vehicle.make)
      .where('vehicle_model', '=', vehicle.model)
      .where('vehicle_year', '=', vehicle.year)
      .groupBy('category')
      .execute(),
  ]);
  const parts = new Map(counted.map((row) => [row.category, Number(row.parts)]));
  return all.map((name) => ({ name, parts: parts.get(name) ?? 0 }));
}

type CountedColumn = 'vehicle_make' | 'vehicle_model' | 'vehicle_year' | 'category';

/** Unique values in their order, each found by one step through the index: the cost does not grow with the catalogue. */
async function distinct(
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
