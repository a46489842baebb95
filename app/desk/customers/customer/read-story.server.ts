import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { cursorTime, timeOf } from '#core/platform/cursor-time.server.ts';
import { formatReference } from '#core/inbox/inbox.ts';
import { type ReturnKind, returnKinds, type ReturnState, returnStates } from '#core/orders/return.ts';
import { formatReturnNumber } from '#core/returns/return-number.ts';
import { centsFromDollars, formatDollars } from '#core/values/money.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';

/** Entries of one page. */
const PAGE_SIZE = 50;

export interface StoryEntry {
  id: string;
  at: Date;
  /** Example: 'Order PY-10423'. */
  title: string;
  to: string;
  /** Lines of text. */
  text: string;
  /** State of an order's payment or of a return. */
  state: string | null;
  /** Example: '$50.00, $5.00 refunded'. */
  money: string | null;
}

type Entry = Omit<StoryEntry, 'id' | 'at'>;

/** Reads what a customer ordered, sent back, asked and wrote before a time (microseconds), the latest first. `next` is the time of the next page. */
export async function readStory(
  transaction: Transaction<DB>,
  customer: string,
  before: string | undefined,
): Promise<{ story: StoryEntry[]; next: string | null }> {
  const start = before === undefined ? sql`'infinity'` : timeOf({ number: before });
  const { rows } = await sql<{ kind: keyof typeof readers; id: string; at: Date; micros: string }>`
    select kind, id, at, ${cursorTime('at')} as micros
    from customer_history(${customer}::uuid, ${start}, ${PAGE_SIZE + 1})`.execute(transaction);
  const page = rows.slice(0, PAGE_SIZE);
  const entries = new Map<string, Entry>();
  for (const [kind, read] of Object.entries(readers)) {
    const ids = page.flatMap((row) => (row.kind === kind ? row.id : []));
    if (ids.length > 0) for (const [id, entry] of await read(transaction, ids)) entries.set(id, entry);
  }
  return {
    story: page.flatMap(({ id, at }) => {
      const entry = entries.get(id);
      return entry ? [{ id, at, ...entry }] : [];
    }),
    next: rows.length > PAGE_SIZE ? (page.at(-1)?.micros ?? null) : null,
  };
}

type ReadEntries = (transaction: Transaction<DB>, ids: string[]) => Promise<[id: string, entry: Entry][]>;

const readers: Record<'order' | 'return' | 'request' | 'message', ReadEntries> = {
  async order(transaction, ids) {
    const orders = await transaction
      .selectFrom('orders')
      .select(['id', 'number', 'product_name', 'amount', 'refunded', 'status'])
      .where('id', 'in', ids)
      .execute();
    return orders.map(({ id, number, product_name: parts, amount, refunded, status }) => {
      const refundedCents = centsFromDollars(refunded);
      const total = formatDollars(centsFromDollars(amount));
      return [
        id,
        {
          title: `Order ${formatOrderNumber(number)}`,
          to: `/admin/orders/${formatOrderNumber(number)}`,
          text: parts ?? '',
          state: status,
          money: refundedCents > 0 ? `${total}, ${formatDollars(refundedCents)} refunded` : total,
        },
      ];
    });
  },
  async return(transaction, ids) {
    const returns = await transaction
      .selectFrom('returns')
      .select(['id', 'number', 'kind', 'state', 'details'])
      .where('id', 'in', ids)
      .execute();
    return returns.map(({ id, number, kind, state, details }) => [
      id,
      {
        title: `${returnKinds[kind as ReturnKind]} ${formatReturnNumber(number)}`,
        to: `/admin/returns/${formatReturnNumber(number)}`,
        text: details ?? '',
        state: returnStates[state as ReturnState],
        money: null,
      },
    ]);
  },
  async request(transaction, ids) {
    const requests = await transaction
      .selectFrom('part_requests')
      .innerJoin('inbox_threads', 'request_id', 'part_requests.id')
      .select(['part_requests.id', 'number', 'part_name', 'make', 'model', 'year', 'description'])
      .where('part_requests.id', 'in', ids)
      .execute();
    return requests.map(({ id, number, part_name: part, year, make, model, description }) => [
      id,
      {
        title: `Request ${formatReference({ kind: 'request', number })}`,
        to: `/admin/requests/${formatReference({ kind: 'request', number })}`,
        text: [part, [year, make, model].filter(Boolean).join(' '), description].filter(Boolean).join('\n'),
        state: null,
        money: null,
      },
    ]);
  },
  async message(transaction, ids) {
    const messages = await transaction
      .selectFrom('contact_messages')
      .innerJoin('inbox_threads', 'message_id', 'contact_messages.id')
      .select(['contact_messages.id', 'number', 'subject', 'message'])
      .where('contact_messages.id', 'in', ids)
      .execute();
    return messages.map(({ id, number, subject, message }) => [
      id,
      {
        title: `Message ${formatReference({ kind: 'message', number })}`,
        to: `/admin/messages/${formatReference({ kind: 'message', number })}`,
        text: `${subject}\n${message}`,
        state: null,
        money: null,
      },
    ]);
  },
};
