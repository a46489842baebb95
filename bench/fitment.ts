import pg from 'pg';
import { readFits } from '#features/catalog/fitment/fits.server.ts';
import { readFitFacets } from '#features/catalog/search/fit-facets.server.ts';
import { searchAndCountParts } from '#features/catalog/search/search-parts.server.ts';
import { listVehicleEntries } from '#features/catalog/vehicles/vehicle-lists.server.ts';
import type { BenchOptions, Catalogs } from './catalogs.ts';
import { measure, printTable } from './measure.ts';

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
  const rows = [];
  for (const clients of [1, 8]) {
    for (const filters of vehicles) {
      const page = () =>
        searchAndCountParts(database, { filters: { ...filters, fits: true }, sort: 'name', limit: PAGE });
      const found = await page();
      const ids = found.parts.map(({ id }) => id);
      const first = await measure(page, { clients, seconds });
      const reasons = await measure(() => readFits(database, filters, ids), { clients, seconds });
      const facets = await measure(() => readFitFacets(database, filters), { clients, seconds });
      const { category: _, ...vehicle } = filters;
      const categories = await measure(() => listVehicleEntries(database, vehicle), { clients, seconds });
      rows.push({
        clients,
        vehicle: `${filters.year} ${filters.make} ${filters.model}`,
        found: found.total,
        'page and counts': first.median,
        p99: first.p99,
        reasons: reasons.median,
        'reasons p99': reasons.p99,
        facets: facets.median,
        'facets p99': facets.p99,
        categories: categories.median,
        'categories p99': categories.p99,
      });
    }
  }
  printTable(rows);
}

/** In steps, because a trigger counts each statement's rows in memory. */
async function addFitments(url: string): Promise<void> {
  const { rows } = await query(url, 'select count(*) from part_fitments where note is not null');
  if (Number(rows[0].count) > 0) return;
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
