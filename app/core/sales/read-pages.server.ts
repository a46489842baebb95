import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { periodIn, type SalesDays } from './read-days.server.ts';

/** The place of a row in a list that is sorted by time and a key. */
export interface Cursor {
  at: string;
  key: string;
}

/** Runs work in a transaction of the person. */
export type Run = <T>(work: (transaction: Transaction<DB>) => Promise<T>) => Promise<T>;

/** Selects the page of a period after a row. */
export type PageQuery<Row extends Cursor> = (days: SalesDays, after: Cursor | undefined) => RawBuilder<Row>;

export const PAGE_SIZE = 1_000;

/** Yields the rows of a period page by page, each read in a transaction of its own. */
export async function* readPages<Row extends Cursor>(
  run: Run,
  query: PageQuery<Row>,
  days: SalesDays,
): AsyncGenerator<Row[]> {
  let after: Cursor | undefined;
  for (;;) {
    const page = query(days, after);
    const { rows } = await run((transaction) => page.execute(transaction));
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = { at: last.at, key: last.key };
  }
}

/** Limits rows to a period, and to those after a row. @param type is the type of the key's column. */
export function inPage(
  days: SalesDays,
  after: Cursor | undefined,
  [time, key, type]: readonly [time: string, key: string, type: 'bigint' | 'uuid' | 'text'],
) {
  const isAfter = after
    ? sql`and (${sql.ref(time)}, ${sql.ref(key)}) > (${after.at}::timestamptz, ${after.key}::${sql.raw(type)})`
    : sql``;
  return sql`${periodIn(time, days)} ${isAfter}`;
}

/** Selects a time as `<name>_utc` and, in the shop's time zone, as `<name>`. */
export function bothTimes(column: string, name: string, { timeZone }: SalesDays) {
  const at = (zone: string) => sql`to_char(${sql.ref(column)} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`;
  return sql`${at('UTC')} as ${sql.ref(`${name}_utc`)}, ${at(timeZone)} as ${sql.ref(name)}`;
}

/** Selects dollars as cents. */
export function inCents(dollars: RawBuilder<unknown>) {
  return sql<number>`(100 * coalesce(${dollars}, 0))::float8`;
}
