import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { findDueTime } from './answer-time.ts';
import type { EntryKind, InboxKind, ThreadReference, ThreadState } from './inbox.ts';
import { centsFromDollars } from '#core/values/money.ts';
import { describeLineCondition } from '#core/catalog/origin.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import type { Urgency } from './part-request.ts';
import type { Shop } from '#core/settings/shop.ts';

export interface LinkedPart {
  id: string;
  name: string;
  /** Undefined if the part is no longer in the catalog. */
  now?: PartFacts;
}

export interface PartFacts {
  vehicle: string;
  make: string | null;
  model: string | null;
  year: number | null;
  oemNumber: string | null;
  /** Null if it has no price. */
  priceCents: number | null;
  condition: string;
  /** Units that can be bought. */
  stock: number;
}

export interface ThreadEntry {
  id: string;
  kind: EntryKind;
  text: string | null;
  /** Null means the shop itself. */
  actor: string | null;
  at: string;
  parts: LinkedPart[];
  /** Null means no mail. */
  mail: 'waiting' | 'sent' | 'failed' | null;
}

export interface OtherThread {
  kind: InboxKind;
  number: number;
  title: string;
  state: ThreadState;
  receivedAt: string;
}

export interface Thread {
  id: string;
  kind: InboxKind;
  number: number;
  state: ThreadState;
  title: string;
  text: string | null;
  name: string;
  email: string;
  phone: string | null;
  vehicle: string;
  urgency: Urgency | null;
  part: LinkedPart | null;
  /** Example: 'PY-10423'. */
  order: string | null;
  receivedAt: string;
  dueAt: string | null;
  entries: ThreadEntry[];
  /** Newest answer. A second answer has to name it. */
  lastAnswerId: string | null;
  others: OtherThread[];
  /** Number of paid orders with the same email. */
  orders: number;
  readAt: string;
}

/** Returns undefined if the number does not exist. */
export async function readThread(
  transaction: Transaction<DB>,
  { kind, number }: ThreadReference,
  shop: Shop,
): Promise<Thread | undefined> {
  const thread = await transaction
    .selectFrom('inbox_threads')
    .select(['id', 'state', 'request_id', 'message_id', 'waiting_since', 'received_at'])
    .where('kind', '=', kind)
    .where('number', '=', String(number))
    .executeTakeFirst();
  if (!thread) return undefined;
  const sent =
    kind === 'request'
      ? await readRequest(transaction, thread.request_id)
      : await readMessage(transaction, thread.message_id);
  const entries = await readEntries(transaction, thread.id);
  return {
    ...sent,
    id: thread.id,
    kind,
    number,
    state: thread.state as ThreadState,
    receivedAt: thread.received_at.toISOString(),
    dueAt: (thread.waiting_since && findDueTime(shop, thread.waiting_since)?.toISOString()) ?? null,
    entries,
    lastAnswerId: entries.findLast((entry) => entry.kind === 'answer')?.id ?? null,
    others: await readOthers(transaction, sent.email, { kind, number }),
    orders: await countOrders(transaction, sent.email),
    readAt: new Date().toISOString(),
  };
}

async function readRequest(transaction: Transaction<DB>, id: string | null) {
  const request = await transaction
    .selectFrom('part_requests')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const parts = request.part_id === null ? [] : [{ part_id: request.part_id, part_name: request.part_name }];
  const [part = null] = await addFacts(transaction, parts);
  return {
    title: request.part_name,
    text: request.description,
    name: request.name,
    email: request.email,
    phone: request.phone,
    vehicle: vehicleName({ ...request, year: Number(request.year) || null }),
    urgency: request.urgency as Urgency,
    part,
    order: null,
  };
}

async function readMessage(transaction: Transaction<DB>, id: string | null) {
  const message = await transaction
    .selectFrom('contact_messages')
    .leftJoin('orders', 'orders.id', 'contact_messages.order_id')
    .select(['subject', 'message', 'name', 'contact_messages.email', 'number'])
    .where('contact_messages.id', '=', id)
    .executeTakeFirstOrThrow();
  const { subject: title, message: text, name, email, number } = message;
  const order = number === null ? null : formatOrderNumber(number);
  return { title, text, name, email, phone: null, vehicle: '', urgency: null, part: null, order };
}

async function readEntries(transaction: Transaction<DB>, threadId: string): Promise<ThreadEntry[]> {
  const rows = await transaction
    .selectFrom('inbox_entries')
    .select(['id', 'kind', 'text', 'actor', 'at', 'mail_id'])
    .where('thread_id', '=', threadId)
    .orderBy('id')
    .execute();
  const actors = [...new Set(rows.flatMap(({ actor }) => actor ?? []))];
  const { rows: people } = await sql<{ id: string; name: string }>`
    select id, name from staff_names(${actors}::uuid[])`.execute(transaction);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const { rows: mails } = await sql<{ id: string; sent_at: Date | null; given_up_at: Date | null }>`
    select id, sent_at, given_up_at from inbox_mails(${threadId}::bigint)`.execute(transaction);
  const mailStates = new Map(
    mails.map((mail) => [mail.id, mail.sent_at ? 'sent' : mail.given_up_at ? 'failed' : 'waiting'] as const),
  );
  const parts = await readParts(
    transaction,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, kind, text, actor, at, mail_id: mailId }) => ({
    id,
    kind: kind as EntryKind,
    text,
    actor: actor && (names.get(actor) ?? 'A former colleague'),
    at: at.toISOString(),
    parts: parts.get(id) ?? [],
    mail: mailId ? (mailStates.get(mailId) ?? null) : kind === 'answer' ? 'waiting' : null,
  }));
}

async function readParts(
  transaction: Transaction<DB>,
  entryIds: string[],
): Promise<Map<string, LinkedPart[]>> {
  const rows = await transaction
    .selectFrom('inbox_parts')
    .select(['entry_id', 'part_id', 'part_name'])
    .where(sql<boolean>`entry_id = any (${entryIds}::bigint[])`)
    .orderBy('entry_id')
    .orderBy('position')
    .execute();
  const parts = await addFacts(transaction, rows);
  return new Map(
    [...Map.groupBy(rows.keys(), (index) => rows[index]?.entry_id ?? '')].map(([id, places]) => [
      id,
      places.flatMap((place) => parts[place] ?? []),
    ]),
  );
}

async function addFacts(
  transaction: Transaction<DB>,
  rows: { part_id: string; part_name: string }[],
): Promise<LinkedPart[]> {
  const facts = await readFacts(
    transaction,
    rows.map(({ part_id: id }) => id),
  );
  return rows.map(({ part_id: id, part_name: name }) => {
    const now = facts.get(id);
    return { id, name, ...(now && { now }) };
  });
}

/** Reads the facts of the parts that are in the catalog, by id. */
export async function readFacts(
  transaction: Transaction<DB>,
  ids: string[],
): Promise<Map<string, PartFacts & { name: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await transaction
    .selectFrom('parts_catalog')
    .select(['id', 'part_name', 'oem_number', 'part_type', 'origin', 'rebuilder', 'price'])
    .select(['vehicle_make as make', 'vehicle_model as model', 'vehicle_year as year'])
    .select(sql<number>`stock_quantity - stock_held`.as('stock'))
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .execute();
  return new Map(
    rows.map(
      ({ id, part_name: name, oem_number: oemNumber, part_type: type, price, origin, rebuilder, ...row }) => [
        id,
        {
          ...row,
          name,
          vehicle: vehicleName(row),
          oemNumber,
          priceCents: price === null ? null : centsFromDollars(price),
          condition: describeLineCondition({ origin, rebuilder, condition: type }),
        },
      ],
    ),
  );
}

async function readOthers(
  transaction: Transaction<DB>,
  email: string,
  own: ThreadReference,
): Promise<OtherThread[]> {
  const { rows } = await sql<{
    kind: InboxKind;
    number: string;
    title: string;
    state: ThreadState;
    received_at: Date;
  }>`select kind, number, title, state, received_at from inbox_of_email(${email})`.execute(transaction);
  return rows
    .map(({ kind, number, title, state, received_at: received }) => ({
      kind,
      number: Number(number),
      title,
      state,
      receivedAt: received.toISOString(),
    }))
    .filter(({ kind, number }) => kind !== own.kind || number !== own.number);
}

async function countOrders(transaction: Transaction<DB>, email: string): Promise<number> {
  const { rows } = await sql<{ orders: string }>`
    select count_orders_of_email(${email}) as orders`.execute(transaction);
  return Number(rows[0]?.orders);
}
