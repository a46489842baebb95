import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { parseOrderNumber } from '#core/values/order-number.ts';
import { readWordSearch } from '#core/values/word-search.ts';
import { parseReturnNumber } from './return-number.ts';
import { describeReason, type ReturnKind, type ReturnState } from '#core/orders/return.ts';
import { selectFoundNumbers } from '#core/orders/find-order-numbers.server.ts';
import { cutPage, type ListPage, readStart } from '#core/platform/list-page.server.ts';
import { type ReturnsQuery, type ReturnView, returnViews, viewStates } from './returns-list.ts';

const PAGE_SIZE = 25;

const MAX_NUMBER = 10 ** 15;

export interface ReturnRow {
  id: string;
  number: number;
  orderNumber: number;
  kind: ReturnKind;
  state: ReturnState;
  reason: string;
  /** Example: '2 × Brake Pads, Horn'. */
  parts: string;
  customerName: string | null;
  askedAt: string;
  photos: number;
}

export interface ReturnList extends ListPage<ReturnRow> {
  counts: Record<ReturnView, number>;
  /** Time of the server. */
  readAt: string;
}

/** Lists one page of a view, newest first. Searches by number of the return or order, and by the words of the order. */
export async function listReturns(transaction: Transaction<DB>, query: ReturnsQuery): Promise<ReturnList> {
  const { view, q } = query;
  const start = readStart(query, /^\d{1,15}$/);
  const { place: [number] = [], backwards } = start;
  const condition = q === '' ? undefined : await writeSearch(transaction, q);
  const found = await transaction
    .selectFrom('returns')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['returns.id', 'returns.number', 'orders.number as order_number', 'kind', 'state', 'reason'])
    .select(['customer_name', 'returns.asked_at'])
    .select([
      sql<string>`(
        select string_agg(case when return_lines.quantity > 1 then return_lines.quantity || ' × ' else '' end
          || part_name, ', ' order by part_name)
        from return_lines join order_lines on order_lines.id = line_id where return_id = returns.id
      )`.as('parts'),
      sql<number>`(select count(*)::int from return_photos where return_id = returns.id)`.as('photos'),
    ])
    .where('state', 'in', viewStates[view])
    .$if(number !== undefined, (select) =>
      select.where('returns.number', backwards ? '>' : '<', number ?? ''),
    )
    .$if(condition !== undefined, (select) => select.where(condition ?? sql<boolean>`true`))
    .orderBy('returns.number', backwards ? 'asc' : 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  const page = cutPage(found, start, PAGE_SIZE, (row) => [row.number]);
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: row.id,
      number: Number(row.number),
      orderNumber: Number(row.order_number),
      kind: row.kind as ReturnKind,
      state: row.state as ReturnState,
      reason: describeReason(row.kind as ReturnKind, row.reason),
      parts: row.parts,
      customerName: row.customer_name,
      askedAt: row.asked_at.toISOString(),
      photos: row.photos,
    })),
    counts: await countViews(transaction),
    readAt: new Date().toISOString(),
  };
}

async function writeSearch(transaction: Transaction<DB>, q: string): Promise<RawBuilder<boolean>> {
  const number = /^rma/i.test(q) ? parseReturnNumber(q) : undefined;
  if (number !== undefined) return sql<boolean>`returns.number = ${number}`;
  const digits = parseReturnNumber(q) ?? parseOrderNumber(q);
  const byNumber =
    digits === undefined ? sql`false` : sql`(returns.number = ${digits} or orders.number = ${digits})`;
  const search = readWordSearch(q);
  if (!search) return sql<boolean>`${byNumber}`;
  const found = await selectFoundNumbers(transaction, search, { above: 0, below: MAX_NUMBER });
  return sql<boolean>`(${byNumber} or orders.number = any (array${found}))`;
}

async function countViews(transaction: Transaction<DB>): Promise<Record<ReturnView, number>> {
  const rows = await transaction
    .selectFrom('returns')
    .select(['state', ({ fn }) => fn.countAll<string>().as('count')])
    .groupBy('state')
    .execute();
  const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]));
  return Object.fromEntries(
    (Object.keys(returnViews) as ReturnView[]).map((view) => [
      view,
      viewStates[view].reduce((sum, state) => sum + (counts.get(state) ?? 0), 0),
    ]),
  ) as Record<ReturnView, number>;
}
