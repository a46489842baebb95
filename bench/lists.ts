import { readFilterOptions } from '#features/catalog/junkyard/filter-options.server.ts';
import { readConditionColors } from '#features/catalog/search/condition-colors.server.ts';
import { readVehicleLists } from '#features/catalog/vehicles/vehicle-lists.server.ts';
import type { BenchOptions, Catalogs } from './catalogs.ts';
import { measure, printTable } from './measure.ts';

/** The cost must not depend on the size of the catalog. */
export async function benchLists(catalogs: Catalogs, { parts, seconds }: BenchOptions): Promise<void> {
  const rows = [];
  for (const size of [20_000, parts]) {
    const database = (await catalogs.open(size)).pools.public;
    const choices = { make: 'Honda', model: 'Civic', year: '2015' };
    const lists = await measure(() => readVehicleLists(database, choices), { seconds });
    const options = await measure(() => readFilterOptions(database, readConditionColors(database)), {
      seconds,
    });
    rows.push({
      parts: size,
      'selector lists': lists.median,
      'lists p99': lists.p99,
      'filter options': options.median,
      'options p99': options.p99,
    });
  }
  console.log('8 clients, milliseconds.\n');
  printTable(rows);
}
