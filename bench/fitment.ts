import pg from 'pg';
import { readFits } from '#features/catalog/fitment/fits.server.ts';
import { readFitFacets } from '#features/catalog/search/fit-facets.server.ts';
import { searchAndCountParts } from '#features/catalog/search/search-parts.server.ts';
import { listVehicleEntries } from '#features/catalog/vehicles/vehicle-lists.server.ts';
import type { PartSort } from '#domain/catalog-query.ts';
import type { BenchOptions, Catalogs } from './catalogs.ts';
import { benchFitmentWrites } from './fitment-writes.ts';
import { measure, printTable } from './measure.ts';
import { processorTime } from './database-time.ts';

const PAGE = 24;

const vehicles = [
  { make: 'Honda', model: 'Civic', year: 2010, category: 'Electrical' },
  { make: 'Honda', model: 'Civic', year: 2015, category: 'Brakes' },
  { make: 'Ford', model: 'F-150', year: 2012, category: 'Brakes' },
  { make: 'Mazda', model: 'MX-5 Miata', year: 2006, category: 'Brakes' },
];

/** Each part is listed for ten more years, in three ranges of its model and of another one of its make. */
export async function benchFitment(catalogs: Catalogs, { parts, seconds }: BenchOptions): Promise<void> {
  const { url, pools } = await catalogs.open(parts, `fitment_${parts}`);
  await addFitments(url);
  const database = pools.public;
  const { rows: sizes } = await query(
    url,
    'select count(*) as rows, sum(to_year - from_year + 1) as years from part_fitments',
  );
  console.log(
    `${parts.toLocaleString('en-US')} parts, ${sizes[0].rows} fitments over ${sizes[0].years} years, pages of ${PAGE}, milliseconds.\n`,
  );
  const times = [];
  const costs = [];
  for (const filters of vehicles) {
    const { category, ...vehicle } = filters;
    const page = (sort: PartSort) =>
      searchAndCountParts(database, { filters: { ...filters, fits: true }, sort, limit: PAGE });
    const found = await page('name');
    const ids = found.parts.map(({ id }) => id);
    const name = `${vehicle.year} ${vehicle.make} ${vehicle.model} · ${category}`;
    const works = {
      own: () => searchAndCountParts(database, { filters, sort: 'name', limit: PAGE }),
      'by name': () => page('name'),
      'by match': () => page('best'),
      'by price': () => page('price_asc'),
      facets: () => readFitFacets(database, filters, { isForVehicle: true }),
      categories: () => listVehicleEntries(database, vehicle),
      reasons: () => readFits(database, filters, ids),
    };
    costs.push({
      vehicle: name,
      found: found.total,
      ...(await each(works, (work) => processorTime(url, work))),
    });
    for (const clients of [1, 8]) {
      const measured = await each(works, (work) => measure(work, { clients, seconds }));
      times.push({
        vehicle: name,
        clients,
        ...Object.fromEntries(
          Object.entries(measured).flatMap(([work, { median, p99 }]) => [
            [work, median],
            [`${work} p99`, p99],
          ]),
        ),
      });
    }
  }
  console.log(
    'Processor time of PostgreSQL, one client. "own": the same page of parts whose own vehicle it is.\n',
  );
  printTable(costs);
  console.log('\nTimes.\n');
  printTable(times);
  await benchFitmentWrites(url);
}

async function each<Result>(
  works: Record<string, () => Promise<unknown>>,
  measureWork: (work: () => Promise<unknown>) => Promise<Result>,
): Promise<Record<string, Result>> {
  const results: Record<string, Result> = {};
  for (const [name, work] of Object.entries(works)) results[name] = await measureWork(work);
  return results;
}

/** In steps, because a trigger counts each statement's rows in memory. The terms of vehicles are written once, at the end. */
async function addFitments(url: string): Promise<void> {
  const { rows } = await query(url, 'select count(*) from part_fitments where note is not null');
  if (Number(rows[0]?.count) > 0) return;
  await query(url, 'alter table part_fitments disable trigger set_fits_of_added_fitments');
  for (let first = 0; first < 256; first += 16) {
    const digits = (value: number) =>
      `${value.toString(16).padStart(2, '0')}000000-0000-0000-0000-000000000000`;
    const behind = first + 16 < 256 ? `and id < '${digits(first + 16)}'` : '';
    await query(
      url,
      `insert into part_fitments (part_id, make, model, from_year, to_year, note)
       select id, vehicle_make, model, vehicle_year + first, vehicle_year + last, 'measured'
       from parts_catalog, lateral (values
         (vehicle_model, -3, -1), (vehicle_model, 1, 3),
         ((select max(vehicle_model) from catalog_counts as other where other.vehicle_make = parts_catalog.vehicle_make), -1, 2)
       ) as ranges (model, first, last)
       where id >= '${digits(first)}' ${behind}`,
    );
    console.error(`Fitments: ${first + 16} of 256`);
  }
  await query(url, 'alter table part_fitments enable trigger set_fits_of_added_fitments');
  const { rows: chunks } = await query(url, 'select chunk from search_chunks order by chunk');
  for (const { chunk } of chunks) await query(url, `select fill_fit_terms(${chunk})`);
  await query(url, 'vacuum analyze');
}

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
