import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import { formatCsvLine } from '#core/values/csv.ts';

const PAGE_SIZE = 500;

type RunAsPerson = <T>(work: (transaction: Transaction<DB>) => Promise<T>) => Promise<T>;

type TextRow = Record<string, string | null>;

/** Facts of each car that Vehicle Code 11520(a)(5) demands, and the stock number. */
const columns = [
  'acquired_on',
  'seller_name',
  'seller_address',
  'plate',
  'plate_state',
  'year',
  'make',
  'type',
  'vin',
  'stock_number',
] as const;

/** Yields the cars that were acquired in a year as CSV, the first one first. Only who may see purchases gets the sellers. */
export async function* exportPoliceBook(run: RunAsPerson, year: number): AsyncGenerator<string> {
  await run((transaction) =>
    logAdminAction(transaction, 'export_police_book', { resourceType: 'yard_vehicles', year }),
  );
  yield formatCsvLine(columns);
  let after: TextRow | undefined;
  for (;;) {
    const page = await run((transaction) => readPage(transaction, year, after));
    if (page.length === 0) return;
    yield page.map((row) => formatCsvLine(columns.map((column) => row[column] ?? ''))).join('');
    after = page.at(-1);
  }
}

async function readPage(
  transaction: Transaction<DB>,
  year: number,
  after: TextRow | undefined,
): Promise<TextRow[]> {
  const isAfter = after
    ? sql`and (acquired_on, vehicle.id) > (${after['acquired_on']}::date, ${after['id']}::uuid)`
    : sql``;
  const { rows } = await sql<TextRow>`
    select vehicle.id::text, acquired_on::text, seller_name, seller_address, plate, plate_state, year::text, make,
      body as type, vin, stock_number
    from yard_vehicles as vehicle left join yard_purchases as purchase on purchase.vehicle_id = vehicle.id
    where acquired_on >= make_date(${year}, 1, 1) and acquired_on < make_date(${year + 1}, 1, 1) ${isAfter}
    order by acquired_on, vehicle.id limit ${PAGE_SIZE}`.execute(transaction);
  return rows;
}
