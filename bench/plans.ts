import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from '#db/types.ts';
import { readFilterOptions } from '#features/catalog/junkyard/filter-options.server.ts';
import { readConditionColors } from '#features/catalog/search/condition-colors.server.ts';
import { listOffers } from '#features/catalog/part/offers.server.ts';
import { listPartsForSameVehicle } from '#features/catalog/part/related-parts.server.ts';
import { readPart } from '#features/catalog/part/read-part.server.ts';
import {
  countParts,
  searchAndCountParts,
  searchParts,
} from '#features/catalog/search/search-parts.server.ts';
import { listVehicleEntries, readVehicleLists } from '#features/catalog/vehicles/vehicle-lists.server.ts';
import { defaultShop } from '#domain/shop.ts';
import type { BenchOptions, Catalogs } from './catalogs.ts';

const VEHICLE = { make: 'Honda', model: 'Civic', year: 2015 };

/** Includes queries in functions. */
export async function benchPlans(catalogs: Catalogs, { parts }: BenchOptions): Promise<void> {
  const { url } = await catalogs.open(parts);
  // One connection, because the settings apply to the session.
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const database = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const { parts: some } = await searchParts(database, {
    filters: { ...VEHICLE, q: '45022' },
    sort: 'name',
    limit: 1,
  });
  const part = await readPart(database, some[0]?.id ?? '');
  if (!part) throw new Error('The demo shop has no such part.');

  const queries: Record<string, () => Promise<unknown>> = {
    'Parts of a vehicle and category, and their number': () =>
      searchAndCountParts(database, { filters: { ...VEHICLE, category: 'Brakes' }, sort: 'name', limit: 24 }),
    'Parts of a vehicle': () => searchParts(database, { filters: VEHICLE, sort: 'name', limit: 24 }),
    'Parts by words, in the order by name': () =>
      searchParts(database, { filters: { q: 'brake honda' }, sort: 'name', limit: 24 }),
    'Parts by a number, in the order by price': () =>
      searchParts(database, { filters: { q: '45022' }, sort: 'price_asc', limit: 24 }),
    'Number of parts by words and number': () => countParts(database, { q: 'brake 45022' }),
    'A part': () => readPart(database, part.id),
    'Other parts for the vehicle': () => listPartsForSameVehicle(database, part),
    'Other offers of the same number': () => listOffers(database, part.id, defaultShop),
    'Lists of the selector': () => readVehicleLists(database, { ...VEHICLE, year: String(VEHICLE.year) }),
    'Options of the filters': () => readFilterOptions(database, readConditionColors(database)),
    'All makes, with numbers': () => listVehicleEntries(database, {}),
    'Years of a model, with numbers': () => listVehicleEntries(database, { make: 'Honda', model: 'Civic' }),
  };
  const plans: string[] = [];
  const client = await pool.connect();
  client.on('notice', ({ message = '' }) => plans.push(message));
  await client.query("load 'auto_explain'");
  await client.query(
    `set client_min_messages = log; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
     set auto_explain.log_parameter_max_length = 0; set plan_cache_mode = force_generic_plan; set jit = off;
     set max_parallel_workers_per_gather = 0`,
  );
  client.release();
  for (const [name, query] of Object.entries(queries)) {
    plans.length = 0;
    await query();
    console.log(`### ${name}\n\n\`\`\``);
    console.log([...new Set(plans.flatMap(formatPlan))].join('\n\n'));
    console.log('```\n');
  }
  await database.destroy();
}

/** A plan without costs; empty if it reads no table. */
function formatPlan(message: string): string[] {
  const [, plan = ''] = message.match(/^duration: .*?plan:\n(.*)$/s) ?? [];
  const lines = plan
    .split('\n')
    .filter(
      (line) => /\(cost=|Index Cond|Recheck Cond|Filter:|Order By/.test(line) && !line.includes('Query Text'),
    )
    .map((line) => line.replace(/ {2}\(cost=.*\)$/, '').slice(0, 160));
  return lines.some((line) => / Scan .*on (?!unnest|string_to_table|generate)/.test(line))
    ? [lines.join('\n')]
    : [];
}
