import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import { formatCsvLine } from '#core/values/csv.ts';

const PAGE_SIZE = 500;

type RunAsPerson = <T>(work: (transaction: Transaction<DB>) => Promise<T>) => Promise<T>;

type TextRow = Record<string, string | null>;

/** The columns of the log that a written agreement asks for (Business and Professions Code 21610). */
const columns = [
  'sold_on',
  'buyer',
  'buyer_license',
  'payment',
  'payment_reference',
  'amount',
  'count',
  'serial',
  'removed_on',
  'removed_by',
  'vin',
  'year',
  'make',
  'model',
  'title_state',
  'title_number',
  'title_copied',
  'stock_number',
  'origin',
] as const;

/** Yields the converters that a buyer bought as CSV, the first one first. */
export async function* exportConverters(run: RunAsPerson, buyer: string): AsyncGenerator<string> {
  await run((transaction) =>
    logAdminAction(transaction, 'export_converters', { resourceType: 'yard_converters' }),
  );
  yield formatCsvLine(columns);
  let after: TextRow | undefined;
  for (;;) {
    const page = await run((transaction) => readPage(transaction, buyer, after));
    if (page.length === 0) return;
    yield page.map((row) => formatCsvLine(columns.map((column) => row[column] ?? ''))).join('');
    after = page.at(-1);
  }
}

async function readPage(
  transaction: Transaction<DB>,
  buyer: string,
  after: TextRow | undefined,
): Promise<TextRow[]> {
  const isAfter = after
    ? sql`and (sold_on, converter.id) > (${after['sold_on']}::date, ${after['id']}::uuid)`
    : sql``;
  const { rows } = await sql<TextRow>`
    select converter.id::text, sold_on::text, buyer, buyer_license, payment, payment_reference, amount::text, count::text,
      serial, removed_on::text, removed_by, vin, year::text, make, model, title_state, title_number,
      case when title_copied then 'yes' else 'no' end as title_copied, stock_number, origin
    from yard_converter_sales as sale
    join yard_converters as converter on converter.id = converter_id
    left join yard_vehicles as vehicle on vehicle.id = vehicle_id
    where lower(buyer) = lower(${buyer}) ${isAfter}
    order by sold_on, converter.id limit ${PAGE_SIZE}`.execute(transaction);
  return rows;
}
