import { DayBook, type JournalLine } from './journal.ts';
import type { Movement } from './movements.ts';
import type { SalesDays } from './read-days.server.ts';
import {
  type OrderRow,
  selectCorrections,
  selectPaidBalances,
  selectPaidOrders,
} from './read-orders.server.ts';
import { readPages, type Run } from './read-pages.server.ts';
import { readRefunds } from './read-refunds.server.ts';
import { selectTransactions } from './read-transactions.server.ts';
import { addDays } from './sales-figures.ts';

/** Yields the journal of each day of a period that has one. Each day is read by itself, page by page. */
export async function* readJournal(
  run: Run,
  { from, to, timeZone }: SalesDays,
): AsyncGenerator<JournalLine[]> {
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const book = new DayBook(day);
    for await (const movements of readMovements(run, { from: day, to: day, timeZone }))
      for (const movement of movements) book.add(movement);
    yield book.lines();
  }
}

async function* readMovements(run: Run, days: SalesDays): AsyncGenerator<Movement[]> {
  for await (const orders of readPages(run, selectPaidOrders, days)) yield orders.map(toMovementAsPaid);
  yield* readPages(run, selectCorrections, days);
  yield* readPages(run, selectPaidBalances, days);
  yield* readRefunds(run, days);
  yield* readPages(run, selectTransactions, days);
}

/** A correction changes the order, but not the day on which it was paid. */
function toMovementAsPaid({ asPaid, ...order }: OrderRow): Movement {
  return asPaid ? { ...order, ...asPaid } : order;
}
