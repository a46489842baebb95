import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { partFromRow } from '#core/catalog/catalog-row.ts';
import type { Part } from '#core/catalog/part.ts';
import type { ShownPicture } from '#core/catalog/picture.ts';
import { cursorTime, isBeyond, timePlace } from '#core/platform/cursor-time.server.ts';
import { cutPage, type ListPage, readStart } from '#core/platform/list-page.server.ts';
import { searchParts } from '#core/search/search-parts.server.ts';
import type { PagePlace } from '#core/values/list-address.ts';
import type { PublicCar } from './public-car.ts';
import type { YardQuery } from './yard-list.ts';

const CARS_PER_PAGE = 24;

const PARTS_PER_PAGE = 24;

const [, UUID] = timePlace;

export interface ListedCar extends PublicCar {
  picture: ShownPicture | null;
  /** Parts of the car that can be bought. */
  parts: number;
}

/** Values of the cars, which the list can be limited to. */
export interface YardFilters {
  makes: string[];
  /** Models of the chosen make. */
  models: string[];
  /** Years of the chosen make and model. */
  years: string[];
  rows: string[];
}

export interface YardList extends ListPage<ListedCar> {
  total: number;
  filters: YardFilters;
}

const carColumns = sql`
  cars.id, cars.year, cars.make, cars.model, trim, body, color, engine, drive, odometer, yard_row as row,
  came_in_on::text as "cameInOn", taken_in_at`;

type CarRow = Omit<PublicCar, 'takenInAt'> & { taken_in_at: Date };

function toCar({ taken_in_at: takenIn, ...car }: CarRow): PublicCar {
  return { ...car, takenInAt: takenIn.toISOString() };
}

/** Lists one page of the cars that shoppers see, newest first. `rowsOnly` leaves out pictures and parts. */
export async function listPublicCars(
  database: Kysely<DB>,
  query: YardQuery,
  { rowsOnly }: { rowsOnly: boolean },
): Promise<YardList> {
  const start = readStart(query, ...timePlace);
  const direction = start.backwards ? 'asc' : 'desc';
  const isListed = writeFilters(query);
  const [{ rows: found }, { rows: counts }, filters] = await Promise.all([
    sql<
      CarRow & { cursor_time: string; parts: number } & {
        address: string | null;
        alt: string | null;
        width: number;
        height: number;
      }
    >`
      select ${carColumns}, ${cursorTime('taken_in_at')} as cursor_time, picture.*,
        ${rowsOnly ? sql`0` : countParts} as parts
      from public_cars as cars
      left join lateral (
        select address, alt, width, height from yard_pictures
        where vehicle_id = cars.id and place is not null and not ${rowsOnly}::boolean order by place limit 1
      ) as picture on true
      where ${isListed} and ${isBeyond(start.place, direction, ['taken_in_at', 'cars.id'])}
      order by taken_in_at ${sql.raw(direction)}, cars.id ${sql.raw(direction)} limit ${CARS_PER_PAGE + 1}`.execute(
      database,
    ),
    sql<{ total: number }>`select count(*)::int as total from public_cars as cars where ${isListed}`.execute(
      database,
    ),
    readFilters(database, query),
  ]);
  const page = cutPage(found, start, CARS_PER_PAGE, (row) => [row.cursor_time, row.id]);
  return {
    ...page,
    rows: page.rows.map(({ address, alt, width, height, parts, cursor_time: _, ...row }) =>
      Object.assign(toCar(row), {
        picture: address === null ? null : { address, alt, size: { width, height } },
        parts,
      }),
    ),
    total: counts[0]?.total ?? 0,
    filters,
  };
}

/** Joins the parts of a car that can be bought, each read by its index, however many rows the planner expects. */
const joinParts = (car: RawBuilder<unknown>) => sql`
  parts_of_car(${car}) as of_car cross join lateral (
    select id, part_name from parts_catalog where id = of_car and stock_quantity > stock_held offset 0
  ) as part`;

/** Counts the parts of the row `cars` that can be bought. */
const countParts = sql<number>`(select count(*)::int from ${joinParts(sql`cars.id`)})`;

function writeFilters({ make, model, year, row }: YardQuery): RawBuilder<boolean> {
  const conditions = [sql`true`];
  if (make !== '') conditions.push(sql`cars.make = ${make}`);
  if (model !== '') conditions.push(sql`cars.model = ${model}`);
  if (year !== '') conditions.push(sql`cars.year = ${Number(year)}`);
  if (row !== '') conditions.push(sql`cars.yard_row = ${row}`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

async function readFilters(database: Kysely<DB>, { make, model }: YardQuery): Promise<YardFilters> {
  const ofMake = make === '' ? sql`true` : sql`make = ${make}`;
  const ofModel = model === '' ? ofMake : sql`${ofMake} and model = ${model}`;
  const { rows } = await sql<YardFilters>`
    select
      array(select distinct make from public_cars order by make) as makes,
      array(select distinct model from public_cars where make = ${make} order by model) as models,
      array(select distinct year from public_cars where ${ofModel} order by year desc)::text[] as years,
      array(
        select yard_row from public_cars where yard_row is not null
        group by yard_row order by length(yard_row), yard_row
      ) as rows`.execute(database);
  return rows[0] ?? { makes: [], models: [], years: [], rows: [] };
}

export interface CarPage {
  car: PublicCar;
  pictures: ShownPicture[];
}

/** Reads a car that shoppers see. Returns undefined for others. */
export async function readPublicCar(database: Kysely<DB>, id: string): Promise<CarPage | undefined> {
  const [{ rows }, pictures] = await Promise.all([
    sql<CarRow>`select ${carColumns} from public_cars as cars where id = ${id}`.execute(database),
    database
      .selectFrom('yard_pictures')
      .select(['address', 'width', 'height', 'alt'])
      .where('vehicle_id', '=', id)
      .where('place', 'is not', null)
      .orderBy('place')
      .execute(),
  ]);
  const [row] = rows;
  return (
    row && {
      car: toCar(row),
      pictures: pictures.map(({ address, alt, ...size }) => ({ address, alt, size })),
    }
  );
}

export interface CarParts extends ListPage<Part> {
  total: number;
}

/** Lists one page of the parts of a public car that can be bought, by name. */
export async function listPartsOfCar(database: Kysely<DB>, car: string, query: PagePlace): Promise<CarParts> {
  const start = readStart(query, /^\P{Cc}*$/u, UUID);
  const order = sql.raw(start.backwards ? 'desc' : 'asc');
  const [name, id] = start.place ?? [];
  const isBeyondPlace =
    name === undefined || id === undefined
      ? sql`true`
      : sql`(part_name, part.id) ${sql.raw(start.backwards ? '<' : '>')} (${name}, ${id}::uuid)`;
  const parts = joinParts(sql`${car}::uuid`);
  const [{ rows: found }, { rows: counts }] = await Promise.all([
    sql<{ id: string; part_name: string }>`
      select part.id, part_name from ${parts} where ${isBeyondPlace}
      order by part_name ${order}, part.id ${order} limit ${PARTS_PER_PAGE + 1}`.execute(database),
    sql<{ total: number }>`select count(*)::int as total from ${parts}`.execute(database),
  ]);
  const page = cutPage(found, start, PARTS_PER_PAGE, (row) => [row.part_name, row.id]);
  const ids = page.rows.map((row) => row.id);
  const { parts: read } =
    ids.length === 0
      ? { parts: [] }
      : await searchParts(database, { filters: { ids }, sort: 'name', limit: PARTS_PER_PAGE });
  const byId = new Map(read.map((row) => [row.id, partFromRow(row)]));
  return { ...page, rows: ids.flatMap((each) => byId.get(each) ?? []), total: counts[0]?.total ?? 0 };
}
