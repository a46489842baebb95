import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import { type CsvCell, formatCsvLine } from '#core/values/csv.ts';
import { noMoney, resultOf } from './money/car-money.ts';
import { readCarMoney } from './money/read-car-money.server.ts';
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
  const columns = [...vehicleColumns, 'holds', 'parts', 'taken_in', ...(maySee ? sellerColumns : [])];
  yield formatCsvLine([...columns, ...(maySee ? moneyColumns : [])]);
  let after: TextRow | undefined;
  for (;;) {
    const page = await run(async (transaction) => {
      const rows = await readPage(transaction, query, after);
      const money = maySee ? await readMoneyCells(transaction, rows) : undefined;
      return rows.map((row) => ({ row, money: money?.get(row['id'] ?? '') ?? [] }));
    });
    if (page.length === 0) return;
    yield page
      .map(({ row, money }) => formatCsvLine([...columns.map((column) => row[column] ?? ''), ...money]))
      .join('');
    after = page.at(-1)?.row;
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
      vehicle.id::text, vehicle.created_at::text as at
    from yard_vehicles as vehicle left join yard_purchases as purchase on purchase.vehicle_id = vehicle.id
    where ${isListed(query)} ${isAfter}
    order by vehicle.created_at desc, vehicle.id desc limit ${PAGE_SIZE}`.execute(transaction);
  return rows;
}

const moneyColumns = ['costs', 'sold', 'refunded', 'cores', 'received', 'listed', 'result'] as const;

/** Writes what each car cost and brought, by the car's id. */
async function readMoneyCells(
  transaction: Transaction<DB>,
  rows: readonly TextRow[],
): Promise<Map<string, CsvCell[]>> {
  const ids = rows.map((row) => row['id'] ?? '');
  const money = await readCarMoney(transaction, ids);
  return new Map(
    ids.map((id) => {
      const of = money.get(id) ?? noMoney;
      const { paidCents, soldCents, refundedCents, coresCents, receivedCents, listedCents } = of;
      const amounts = [
        paidCents,
        soldCents,
        refundedCents,
        coresCents,
        receivedCents,
        listedCents,
        resultOf(of),
      ];
      return [id, amounts.map((cents) => ({ cents }))];
    }),
  );
}
