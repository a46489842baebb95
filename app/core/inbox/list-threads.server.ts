import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { findDueTime } from './answer-time.ts';
import type { InboxKind, ThreadState } from './inbox.ts';
import { cutPage, type ListPage, readStart, type Start } from '#core/platform/list-page.server.ts';
import { readWordSearch } from '#core/values/word-search.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import type { Urgency } from './part-request.ts';
import type { Shop } from '#core/settings/shop.ts';
import { type InboxQuery, type InboxView, stateOf } from './inbox-address.ts';

const PAGE_SIZE = 25;

/** Characters. */
const EXCERPT_LENGTH = 140;

/** Is larger than all numbers. */
const NO_NUMBER = 10 ** 15;

export interface ThreadRow {
  /** Is unique among both kinds. */
  id: string;
  kind: InboxKind;
  number: number;
  state: ThreadState;
  /** Part that was asked for, or the subject. */
  title: string;
  vehicle: string;
  excerpt: string;
  name: string;
  email: string;
  /** Null for messages. */
  urgency: Urgency | null;
  receivedAt: string;
  /** Is set while the thread is open, if the shop promised a time. */
  dueAt: string | null;
  /** Number of parts that came into stock and match the request. */
  matches: number;
}

export interface ThreadList extends ListPage<ThreadRow> {
  counts: Record<InboxView, number>;
  /** Time of the server. */
  readAt: string;
}

interface ListedThreads {
  kind: InboxKind;
  query: InboxQuery;
  shop: Shop;
}

/** Reads one page of a view, newest first. */
export async function listThreads(
  transaction: Transaction<DB>,
  { kind, query, shop }: ListedThreads,
): Promise<ThreadList> {
  const start = readStart(query, /^\d{1,12}$/);
  const page = cutPage(await findNumbers(transaction, kind, query, start), start, PAGE_SIZE, (number) => [
    String(number),
  ]);
  return {
    ...page,
    rows: await readRows(transaction, kind, page.rows, shop),
    counts: await countViews(transaction, kind),
    readAt: new Date().toISOString(),
  };
}

/** Finds one more than a page has. Backwards from a cursor, the nearest comes first. */
async function findNumbers(
  transaction: Transaction<DB>,
  kind: InboxKind,
  { view, q }: InboxQuery,
  { place: [from] = [], backwards }: Start,
): Promise<number[]> {
  const above = backwards ? Number(from) : 0;
  const below = backwards || from === undefined ? NO_NUMBER : Number(from);
  const state = stateOf(view);
  if (q !== '') {
    const words = readWordSearch(q)?.query;
    if (words === undefined) return [];
    const { rows } = await sql<{ numbers: string[] }>`
      select find_inbox_numbers(
        ${kind}, ${state}::text, ${words}, ${above}::bigint, ${below}::bigint, ${backwards}, ${PAGE_SIZE + 1}
      ) as numbers`.execute(transaction);
    return rows[0]?.numbers.map(Number) ?? [];
  }
  const rows = await transaction
    .selectFrom('inbox_threads')
    .select('number')
    .where('kind', '=', kind)
    .$if(state !== null, (select) => select.where('state', '=', state))
    .where('number', '>', String(above))
    .where('number', '<', String(below))
    .orderBy('number', backwards ? 'asc' : 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  return rows.map(({ number }) => Number(number));
}

/** Reads rows, newest first. */
async function readRows(
  transaction: Transaction<DB>,
  kind: InboxKind,
  numbers: number[],
  shop: Shop,
): Promise<ThreadRow[]> {
  const threads = transaction
    .selectFrom('inbox_threads as thread')
    .where('thread.kind', '=', kind)
    .where(sql<boolean>`thread.number = any (${numbers}::bigint[])`)
    .orderBy('thread.number', 'desc')
    .select(['thread.id', 'number', 'state', 'waiting_since', 'received_at'])
    .select(({ selectFrom }) =>
      selectFrom('inbox_parts')
        .select(({ fn }) => fn.countAll<string>().as('parts'))
        .whereRef('matched_thread_id', '=', 'thread.id')
        .as('matches'),
    );
  const excerpt = (column: 'description' | 'message') =>
    sql<string | null>`left(regexp_replace(${sql.ref(column)}, '\\s+', ' ', 'g'), ${EXCERPT_LENGTH})`;
  if (kind === 'request') {
    const requests = await threads
      .innerJoin('part_requests', 'part_requests.id', 'request_id')
      .select(['name', 'email', 'urgency', 'make', 'model', 'year', 'part_name as title'])
      .select(excerpt('description').as('excerpt'))
      .execute();
    return requests.map((row) => {
      const vehicle = vehicleName({ make: row.make, model: row.model, year: Number(row.year) || null });
      return toRow(row, { kind, vehicle, urgency: row.urgency as Urgency }, shop);
    });
  }
  const messages = await threads
    .innerJoin('contact_messages', 'contact_messages.id', 'message_id')
    .select(['name', 'email', 'subject as title'])
    .select(excerpt('message').as('excerpt'))
    .execute();
  return messages.map((row) => toRow(row, { kind, vehicle: '', urgency: null }, shop));
}

interface FoundThread {
  id: string;
  number: string;
  state: string;
  title: string;
  excerpt: string | null;
  name: string;
  email: string;
  received_at: Date;
  waiting_since: Date | null;
  matches: string | null;
}

function toRow(
  row: FoundThread,
  { kind, vehicle, urgency }: Pick<ThreadRow, 'kind' | 'vehicle' | 'urgency'>,
  shop: Shop,
): ThreadRow {
  return {
    id: row.id,
    kind,
    number: Number(row.number),
    state: row.state as ThreadState,
    title: row.title,
    vehicle,
    excerpt: row.excerpt ?? '',
    name: row.name,
    email: row.email,
    urgency,
    receivedAt: row.received_at.toISOString(),
    dueAt: (row.waiting_since && findDueTime(shop, row.waiting_since)?.toISOString()) ?? null,
    matches: Number(row.matches),
  };
}

async function countViews(transaction: Transaction<DB>, kind: InboxKind): Promise<Record<InboxView, number>> {
  const rows = await transaction
    .selectFrom('inbox_threads')
    .select(['state', ({ fn }) => fn.countAll<string>().as('threads')])
    .where('kind', '=', kind)
    .groupBy('state')
    .execute();
  const count = (state: ThreadState) => Number(rows.find((row) => row.state === state)?.threads ?? 0);
  const [open, answered, closed] = [count('open'), count('answered'), count('closed')];
  return { open, answered, closed, all: open + answered + closed };
}
