import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { centsFromDollars } from '#core/values/money.ts';
import {
  describePaymentEvent,
  describeRefund,
  describeStoredEvent,
  isByBuyer,
  type RefundFacts,
} from './order-story.ts';

const PAGE_SIZE = 50;

export interface StoryEntry {
  key: string;
  at: string;
  who: string;
  text: string;
  isNote: boolean;
  /** True if only staff may read the text. */
  isInternal: boolean;
  isUndone: boolean;
  /** Mail to the buyer about the event. */
  mail: { state: 'waiting' | 'sent' | 'failed'; at: string } | null;
}

export interface Story {
  entries: StoryEntry[];
  hasOlder: boolean;
}

interface StoryRow {
  source: 'event' | 'payment' | 'refund' | 'placed';
  key: string;
  at: Date;
  kind: string;
  actor: string | null;
  details: object;
  mail_at: Date | null;
  undone_at: Date | null;
  created_at: Date | null;
  sent_at: Date | null;
  given_up_at: Date | null;
}

/** Reads the events of an order, newest first: actions of people, payments, refunds, and mails. Pages count from 1. */
export async function readOrderStory(
  transaction: Transaction<DB>,
  orderId: string,
  page: number,
): Promise<Story> {
  const slice = { limit: PAGE_SIZE + 1, offset: (page - 1) * PAGE_SIZE };
  const entries = await readStoryEntries(transaction, orderId, slice);
  return { entries: entries.slice(0, PAGE_SIZE), hasOlder: entries.length > PAGE_SIZE };
}

/** Reads the newest first. */
export async function readStoryEntries(
  transaction: Transaction<DB>,
  orderId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoryEntry[]> {
  const { rows } = await sql<StoryRow>`
    select source, key, at, kind, actor, details, mail_at, undone_at, mails.created_at, mails.sent_at, mails.given_up_at
    from (
      select 'event' as source, lpad(id::text, 20, '0') as key, at, kind, actor, details, mail_at, mail_id, undone_at
        from public.order_events where order_id = ${orderId}
      union all
      select 'payment', id, received_at, type, null, '{}', null, null, null
        from public.order_payment_events(${orderId})
      union all
      select 'refund', id::text, requested_at, state, asked_by, jsonb_build_object('state', state, 'reason', reason,
          'amount', amount, 'failure', failure, 'note', note), null, null, null
        from public.refunds where order_id = ${orderId}
      union all
      select 'placed', '', created_at, 'placed', null, '{}', null, null, null
        from public.orders where id = ${orderId}
    ) as story
    left join public.order_mails(${orderId}) as mails on mails.id = story.mail_id
    order by at desc, source, key desc
    limit ${limit} offset ${offset}`.execute(transaction);
  const names = await readStaffNames(
    transaction,
    rows.map(({ actor }) => actor),
  );
  return rows.map((row) => toEntry(row, names));
}

/** Reads the names of staff by their id. Those who left no longer have one. */
export async function readStaffNames(
  transaction: Transaction<DB>,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const people = [...new Set(ids.filter((id) => id !== null))];
  if (people.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from public.staff_names(${people}::uuid[])`.execute(transaction);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** @param names are those of staff by id. */
export function nameActor(actor: string | null, names: ReadonlyMap<string, string>): string {
  return actor === null ? 'The shop' : (names.get(actor) ?? 'Former staff');
}

function toEntry(row: StoryRow, names: ReadonlyMap<string, string>): StoryEntry {
  return {
    key: row.source + row.key,
    at: row.at.toISOString(),
    who: describeWho(row, names),
    text: describeRow(row),
    isNote: row.source === 'event' && row.kind === 'note',
    isInternal: row.source === 'event' && ['note', 'held', 'resumed'].includes(row.kind),
    isUndone: row.undone_at !== null,
    mail: row.undone_at === null || row.created_at ? describeMail(row) : null,
  };
}

function describeWho(row: StoryRow, names: ReadonlyMap<string, string>): string {
  const { source, kind, actor, details } = row;
  if (source === 'placed' || (source === 'event' && isByBuyer(kind, details))) return 'The buyer';
  const isProviders =
    (source === 'payment' && !kind.startsWith('counter.')) ||
    (source === 'refund' && (details as RefundColumns).reason === 'provider');
  return isProviders ? 'The payment provider' : nameActor(actor, names);
}

type RefundColumns = Omit<RefundFacts, 'amountCents'> & { amount: number | null };

function describeRow({ source, kind, details }: StoryRow): string {
  switch (source) {
    case 'event':
      return describeStoredEvent(kind, details);
    case 'payment':
      return describePaymentEvent(kind);
    case 'refund': {
      const { amount, ...facts } = details as RefundColumns;
      return describeRefund({ ...facts, amountCents: amount === null ? null : centsFromDollars(amount) });
    }
    case 'placed':
      return 'Placed the order';
  }
}

function describeMail(row: StoryRow): StoryEntry['mail'] {
  if (row.sent_at) return { state: 'sent', at: row.sent_at.toISOString() };
  if (row.given_up_at) return { state: 'failed', at: row.given_up_at.toISOString() };
  const waitsSince = row.created_at ?? row.mail_at;
  return waitsSince && { state: 'waiting', at: waitsSince.toISOString() };
}
