import { logAdminAction } from '#core/audit/write-events.server.ts';
import { formatCsvLine } from '#core/values/csv.ts';
import type { SalesDays } from '#core/sales/read-days.server.ts';
import { readJournal } from '#core/sales/read-journal.server.ts';
import { selectPaidOrders, selectSoldLines } from '#core/sales/read-orders.server.ts';
import { readPages, type Run } from '#core/sales/read-pages.server.ts';
import { readRefunds } from '#core/sales/read-refunds.server.ts';
import { selectTransactions } from '#core/sales/read-transactions.server.ts';
import { selectReturns } from '#core/sales/read-returns.server.ts';
import {
  type Columns,
  feeColumns,
  journalColumns,
  lineColumns,
  orderColumns,
  refundColumns,
  returnColumns,
} from './file-columns.ts';
import type { SalesFile } from './sales-files.ts';

const files: Record<SalesFile, (run: Run, days: SalesDays) => AsyncGenerator<string>> = {
  orders: (run, days) => format(orderColumns, readPages(run, selectPaidOrders, days)),
  lines: (run, days) => format(lineColumns, readPages(run, selectSoldLines, days)),
  refunds: (run, days) => format(refundColumns, readRefunds(run, days)),
  returns: (run, days) => format(returnColumns, readPages(run, selectReturns, days)),
  fees: (run, days) => format(feeColumns, readPages(run, selectTransactions, days)),
  journal: (run, days) => format(journalColumns, readJournal(run, days)),
};

interface ExportSales extends SalesDays {
  file: SalesFile;
  run: Run;
}

/** Logs who exports, then yields the file page by page, each read in a transaction of its own. */
export async function* exportSales({ file, run, ...days }: ExportSales): AsyncGenerator<string> {
  const { from, to } = days;
  await run((transaction) =>
    logAdminAction(transaction, 'export_sales', { resourceType: 'orders', file, from, to }),
  );
  yield* files[file](run, days);
}

async function* format<Row>(columns: Columns<Row>, pages: AsyncGenerator<Row[]>): AsyncGenerator<string> {
  yield formatCsvLine(Object.keys(columns));
  const cells = Object.values(columns);
  for await (const rows of pages)
    yield rows.map((row) => formatCsvLine(cells.map((read) => read(row)))).join('');
}
