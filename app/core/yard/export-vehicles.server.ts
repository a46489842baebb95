import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import { formatCsvLine } from '#core/values/csv.ts';
import { countParts, isListed } from './list-vehicles.server.ts';
import { maySeePurchases } from './read-vehicle.server.ts';
import { sellerColumns, vehicleColumns } from './vehicle-fields.ts';
import type { VehiclesQuery } from './vehicles-list.ts';

const PAGE_SIZE = 500;

type RunAsPerson = <T>(work: (transaction: Transaction<DB>) => Promise<T>) => Promise<T>;

/** A row's columns as texts. */
type TextRow = Record<string, string | null>;

/**
 * Yields the cars of a view and search as CSV, page by page. Amounts are in dollars, times in UTC. Who sold a car and what it cost is
 * for people who may see purchases.
 */
export async function* exportVehicles(run: RunAsPerson, query: VehiclesQuery): AsyncGenerator<string> {
  const maySee = await run(async (transaction) => {
    await logAdminAction(transaction, 'export_vehicles', {
      resourceType: 'yard_vehicles',
      searched: query.q !== '',
    });
    return maySeePurchases(transaction);
  });
  const columns = [
    ...vehicleColumns,
    'holds',
    'parts',
    'taken_in',
    ...(maySee ? [...sellerColumns, 'costs', 'converters_sold_for'] : []),
  ];
  yield formatCsvLine(columns);
  let after: TextRow | undefined;
  for (;;) {
    const page = await run((transaction) => readPage(transaction, query, after));
    if (page.length === 0) return;
    yield page.map((row) => formatCsvLine(columns.map((column) => row[column] ?? ''))).join('');
    after = page.at(-1);
  }
}

/** Reads the cars after a row, newest first. */
async function readPage(
  transaction: Transaction<DB>,
  query: VehiclesQuery,
  after: TextRow | undefined,
): Promise<TextRow[]> {
  const isAfter = after
    ? sql`and (vehicle.created_at, vehicle.id) < (${after['at']}::timestamptz, ${after['id']}::uuid)`
    : sql``;
  const texts = vehicleColumns.map((column) => sql`vehicle.${sql.ref(column)}::text`);
  const { rows } = await sql<TextRow>`
    select ${sql.join(texts)}, array_to_string(holds, '; ') as holds, ${countParts}::text as parts,
      to_char(vehicle.created_at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS') as taken_in,
      seller_name, seller_address, seller_id,
      (select sum(amount)::text from yard_costs where vehicle_id = vehicle.id) as costs,
      (select sum(amount)::text from yard_converter_sales join yard_converters as converter on converter.id = converter_id
        where vehicle_id = vehicle.id) as converters_sold_for,
      vehicle.id::text, vehicle.created_at::text as at
    from yard_vehicles as vehicle left join yard_purchases as purchase on purchase.vehicle_id = vehicle.id
    where ${isListed(query)} ${isAfter}
    order by vehicle.created_at desc, vehicle.id desc limit ${PAGE_SIZE}`.execute(transaction);
  return rows;
}
