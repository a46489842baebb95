import { sql, type Transaction } from 'kysely';
import { type AlertKind, alertTexts } from '#core/alerts/alert.ts';
import { hasFailedLately } from '#core/imports/files/list-part-changes.server.ts';
import { countView } from '#core/orders/order-views.server.ts';
import { countUpTo, MAX_COUNT } from '#core/platform/count-up-to.server.ts';
import { readDays } from '#core/sales/read-days.server.ts';
import { type MissedSearch, readMissedSearches } from '#core/sales/read-missed-searches.server.ts';
import {
  addDays,
  findMonday,
  revenueCents,
  type SalesFigures,
  type SalesPeriod,
  totalSales,
} from '#core/sales/sales-figures.ts';
import type { DB } from '#db/types.ts';

/** Numbers of rows that wait, each up to MAX_COUNT. */
export interface ToDo {
  today: number;
  overdue: number;
  /** Returns that a buyer has asked for. */
  asked: number;
  /** Returns that have arrived. */
  here: number;
  requests: number;
  messages: number;
}

export interface OpenAlertKind {
  kind: AlertKind;
  title: string;
  alerts: number;
}

export interface Sold extends SalesPeriod {
  orders: number;
  revenueCents: number;
}

/** Holds what only admins may read. */
export interface ForAdmins {
  failedImports: number;
  yesterday: Sold;
  /** Covers Monday until today. */
  week: Sold;
  /** Covers the last seven days. */
  missedSearches: MissedSearch[];
}

const MISSED_SEARCHES = 10;

export async function readToDo(
  transaction: Transaction<DB>,
  { timeZone }: { timeZone: string },
): Promise<ToDo> {
  const threads = (kind: string) =>
    countUpTo(sql`public.inbox_threads where kind = ${sql.lit(kind)} and state = 'open'`);
  const { rows } = await sql<ToDo>`select
    ${countView('today', timeZone)} as today,
    ${countView('overdue', timeZone)} as overdue,
    ${countUpTo(sql`public.returns where state = 'asked'`)} as asked,
    ${countUpTo(sql`public.returns where state in ('received', 'inspected')`)} as here,
    ${threads('request')} as requests,
    ${threads('message')} as messages`.execute(transaction);
  return rows[0] as ToDo;
}

/** Counts the open alerts that the person may see, by kind. */
export async function countOpenAlerts(transaction: Transaction<DB>): Promise<OpenAlertKind[]> {
  const { rows } = await sql<{ kind: AlertKind; alerts: number }>`
    select kind, count(*)::int as alerts
    from (select kind from public.alerts where settled_at is null limit ${sql.lit(MAX_COUNT)}) as open_alerts
    group by kind order by alerts desc, kind`.execute(transaction);
  return rows.map(({ kind, alerts }) => ({ kind, alerts, title: alertTexts[kind].title }));
}

export async function readForAdmins(
  transaction: Transaction<DB>,
  { today, timeZone }: { today: string; timeZone: string },
): Promise<ForAdmins> {
  const yesterday = addDays(today, -1);
  const monday = findMonday(today);
  const from = monday < yesterday ? monday : yesterday;
  const days = await readDays(transaction, { from, to: today, timeZone });
  const sold = (period: SalesPeriod): Sold => ({
    ...period,
    ...summarize(totalSales(days.filter(({ day }) => day >= period.from && day <= period.to))),
  });
  const lastWeek = { from: addDays(today, -6), to: today, timeZone };
  const { rows } = await sql<{ failed: number }>`
    select ${countUpTo(sql`public.part_changes as import where ${hasFailedLately}`)} as failed`.execute(
    transaction,
  );
  return {
    failedImports: rows[0]?.failed ?? 0,
    yesterday: sold({ from: yesterday, to: yesterday }),
    week: sold({ from: monday, to: today }),
    missedSearches: await readMissedSearches(transaction, lastWeek, MISSED_SEARCHES),
  };
}

function summarize(figures: SalesFigures): Pick<Sold, 'orders' | 'revenueCents'> {
  return { orders: figures.orders, revenueCents: revenueCents(figures) };
}
