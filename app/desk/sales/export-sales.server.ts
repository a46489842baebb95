import { sql, type RawBuilder, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { formatCsvLine } from '#core/values/csv.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { periodIn } from '#core/sales/read-days.server.ts';
import type { SalesPeriod } from '#core/sales/sales-figures.ts';

export const salesFiles = ['orders', 'lines', 'refunds'] as const;

export type SalesFile = (typeof salesFiles)[number];

type Run = <T>(work: (transaction: Transaction<DB>) => Promise<T>) => Promise<T>;

interface ExportSales extends SalesPeriod {
  file: SalesFile;
  timeZone: string;
  /** Runs work in a transaction of the admin. */
  run: Run;
}

interface Cursor {
  at: string;
  key: string;
}

type Row = Cursor & Record<string, string | null>;

interface FileFormat {
  /** Column -> kind. Amounts are in dollars. */
  columns: Record<string, 'text' | 'number' | 'order'>;
  read: (options: ExportSales, after: Cursor | undefined) => RawBuilder<Row>;
}

const PAGE_SIZE = 1_000;

const time = (column: string, { timeZone }: ExportSales) =>
  sql`to_char(${sql.ref(column)} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;

const paidOrders = (options: ExportSales, after: Cursor | undefined) => sql`
  select * from orders where ${periodIn('paid_at', options)}
    ${after ? sql`and (paid_at, number) > (${after.at}::timestamptz, ${after.key}::bigint)` : sql``}
  order by paid_at, number limit ${PAGE_SIZE}`;

const formats: Record<SalesFile, FileFormat> = {
  orders: {
    columns: {
      order: 'order',
      placed: 'text',
      paid: 'text',
      status: 'text',
      amount: 'number',
      paid_amount: 'number',
      tax: 'number',
      shipping: 'number',
      california_battery_fee: 'number',
      refunded_to_date: 'number',
      payment_id: 'text',
    },
    read: (options, after) => sql<Row>`
      select paid_at::text as at, number::text as key, number::text as order, ${time('created_at', options)} as placed,
        ${time('paid_at', options)} as paid, status, amount, coalesce(charged, amount) as paid_amount, tax, shipping,
        battery_fee as california_battery_fee, refunded as refunded_to_date, payment_id
      from (${paidOrders(options, after)}) as orders order by paid_at, number`,
  },
  lines: {
    columns: {
      order: 'order',
      paid: 'text',
      part: 'text',
      oem_number: 'text',
      condition: 'text',
      quantity: 'number',
      unit_price: 'number',
      total: 'number',
    },
    read: (options, after) => sql<Row>`
      select paid_at::text as at, number::text as key, number::text as order, ${time('paid_at', options)} as paid,
        part_name as part, oem_number, part_type as condition, quantity, unit_price, unit_price * quantity as total
      from (${paidOrders(options, after)}) as orders
      left join order_lines on order_id = orders.id and quantity > 0
      order by paid_at, number, order_lines.id`,
  },
  refunds: {
    columns: {
      order: 'order',
      refunded: 'text',
      amount: 'number',
      california_battery_fee: 'number',
      reason: 'text',
      payment_id: 'text',
      refund_id: 'text',
    },
    read: (options, after) => sql<Row>`
      select refunds.updated_at::text as at, refunds.id::text as key, number::text as order,
        ${time('refunds.updated_at', options)} as refunded, refunds.amount,
        case when refunds.amount >= coalesce(orders.charged, orders.amount) then orders.battery_fee
          else (select coalesce(sum(battery_fee), 0) from refund_lines where refund_id = refunds.id)
        end as california_battery_fee, reason,
        refunds.payment_id, provider_id as refund_id
      from done_refunds as refunds join orders on orders.id = order_id
      where paid_at is not null and ${periodIn('refunds.updated_at', options)}
        ${after ? sql`and (refunds.updated_at, refunds.id) > (${after.at}::timestamptz, ${after.key}::uuid)` : sql``}
      order by refunds.updated_at, refunds.id limit ${PAGE_SIZE}`,
  },
};

/** Logs who exports, then yields the file page by page, each read in a transaction of its own. */
export async function* exportSales(options: ExportSales): AsyncGenerator<string> {
  const { file, from, to, run } = options;
  const { columns, read } = formats[file];
  await run((transaction) =>
    logAdminAction(transaction, 'export_sales', { resourceType: 'orders', file, from, to }),
  );
  yield formatCsvLine(Object.keys(columns));
  let after: Cursor | undefined;
  for (;;) {
    const page = read(options, after);
    const { rows } = await run((transaction) => page.execute(transaction));
    const last = rows.at(-1);
    if (!last) return;
    yield rows
      .map((row) =>
        formatCsvLine(Object.entries(columns).map(([name, kind]) => formatCell(row[name] ?? null, kind))),
      )
      .join('');
    after = { at: last.at, key: last.key };
  }
}

function formatCell(value: string | null, kind: FileFormat['columns'][string]): string | number {
  if (value === null) return '';
  if (kind === 'order') return formatOrderNumber(value);
  return kind === 'number' ? Number(value) : value;
}
