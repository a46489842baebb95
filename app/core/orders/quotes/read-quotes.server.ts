import { sql, type SqlBool, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Destination } from '#core/addresses/destination.ts';
import { centsFromDollars } from '#core/values/money.ts';
import { describeLineCondition } from '#core/catalog/origin.ts';
import { cutPage, type ListPage, readStart } from '#core/platform/list-page.server.ts';
import type { OrderStatus } from '../order.ts';
import { computeQuoteState, type QuoteState } from './quote.ts';
import { destinationColumns, toDestination } from '../order-destination.server.ts';
import type { QuotesQuery } from './quotes-address.ts';

const PAGE_SIZE = 25;

const conditions: Record<QuoteState, ReturnType<typeof sql<SqlBool>>> = {
  open: sql<SqlBool>`status = 'pending' and canceled_at is null and expires_at > now()`,
  paid: sql<SqlBool>`payment_id is not null and stock = 'sold'`,
  late: sql<SqlBool>`payment_id is not null and stock <> 'sold'`,
  expired: sql<SqlBool>`payment_id is null and canceled_at is null
    and (status <> 'pending' or expires_at <= now())`,
  canceled: sql<SqlBool>`payment_id is null and canceled_at is not null`,
};

export interface QuoteRow {
  /** Number of the quote. */
  id: string;
  number: string;
  title: string;
  buyer: string | null;
  totalCents: number;
  state: QuoteState;
  createdAt: string;
  expiresAt: string;
  /** True if the quote has left the view since the page was loaded. */
  hasMoved?: boolean;
}

export type QuoteList = ListPage<QuoteRow>;

/** Lists quotes, the newest first, as the signed-in person. */
export async function listQuotes(transaction: Transaction<DB>, query: QuotesQuery): Promise<QuoteList> {
  const { state } = query;
  const start = readStart(query, /^\d{1,12}$/);
  const { place: [number] = [], backwards } = start;
  const found = await transaction
    .selectFrom('orders')
    .innerJoin('quotes', 'quotes.order_id', 'orders.id')
    .select(['number', 'product_name', 'customer_name', 'email', 'phone', 'amount', 'orders.created_at'])
    .select(['status', 'stock', 'payment_id', 'expires_at', 'canceled_at', sql<Date>`now()`.as('now')])
    .where('purchase', '=', 'quote')
    .$if(state !== 'all', (select) => select.where(conditions[state === 'all' ? 'open' : state]))
    .$if(number !== undefined, (select) => select.where('number', backwards ? '>' : '<', number ?? ''))
    .orderBy('number', backwards ? 'asc' : 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  const page = cutPage(found, start, PAGE_SIZE, (row) => [row.number]);
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: row.number,
      number: row.number,
      title: row.product_name ?? '',
      buyer: row.customer_name ?? row.email ?? row.phone,
      totalCents: centsFromDollars(row.amount),
      state: computeQuoteState(toFacts(row), row.now),
      createdAt: row.created_at.toISOString(),
      expiresAt: (row.expires_at ?? row.created_at).toISOString(),
    })),
  };
}

function toFacts(row: {
  status: string;
  stock: string;
  payment_id: string | null;
  expires_at: Date | null;
  canceled_at: Date | null;
}) {
  return {
    status: row.status as OrderStatus,
    isPaid: row.payment_id !== null,
    isSold: row.stock === 'sold',
    isCanceled: row.canceled_at !== null,
    expiresAt: row.expires_at ?? new Date(0),
  };
}

/** A quote as its buyer sees it. Amounts are in cents. */
export interface QuoteData {
  number: string;
  state: QuoteState;
  expiresAt: string;
  /** Latest change. */
  changeId: string | null;
  note: string | null;
  lines: {
    id: string;
    /** Null if deleted from the catalog. */
    partId: string | null;
    name: string;
    oemNumber: string | null;
    vehicle: string | null;
    condition: string | null;
    quantity: number;
    unitPriceCents: number;
  }[];
  destination: Destination | null;
  subtotalCents: number;
  shippingCents: number;
  taxCents: number;
  coreCents: number;
  batteryFeeCents: number;
  totalCents: number;
}

/** Reads a quote by the id of its order. Returns undefined if there is none. */
export async function readQuote(
  transaction: Transaction<DB>,
  orderId: string,
): Promise<QuoteData | undefined> {
  const row = await transaction
    .selectFrom('orders')
    .innerJoin('quotes', 'quotes.order_id', 'orders.id')
    .select(['number', 'note', 'change_id', 'amount', 'tax', 'shipping', 'core', 'battery_fee'])
    .select(['status', 'stock', 'payment_id', 'expires_at', 'canceled_at', sql<Date>`now()`.as('now')])
    .select(destinationColumns)
    .where('orders.id', '=', orderId)
    .where('purchase', '=', 'quote')
    .executeTakeFirst();
  if (!row) return undefined;
  const lines = await transaction
    .selectFrom('order_lines')
    .select(['id', 'part_id', 'part_name', 'oem_number', 'vehicle', 'part_type', 'quantity', 'unit_price'])
    .select(['origin', 'rebuilder'])
    .where('order_id', '=', orderId)
    .where('quantity', '>', 0)
    .orderBy('part_name')
    .orderBy('id')
    .execute();
  const facts = toFacts(row);
  const taxCents = centsFromDollars(row.tax);
  const shippingCents = centsFromDollars(row.shipping);
  const coreCents = centsFromDollars(row.core);
  const batteryFeeCents = centsFromDollars(row.battery_fee);
  const totalCents = centsFromDollars(row.amount);
  return {
    number: row.number,
    state: computeQuoteState(facts, row.now),
    expiresAt: facts.expiresAt.toISOString(),
    changeId: row.change_id,
    note: row.note,
    lines: lines.map((line) => ({
      id: line.id,
      partId: line.part_id,
      name: line.part_name,
      oemNumber: line.oem_number,
      vehicle: line.vehicle,
      condition: describeLineCondition({ ...line, condition: line.part_type }),
      quantity: line.quantity,
      unitPriceCents: centsFromDollars(line.unit_price),
    })),
    destination: toDestination(row),
    subtotalCents: totalCents - taxCents - shippingCents - coreCents - batteryFeeCents,
    shippingCents,
    taxCents,
    coreCents,
    batteryFeeCents,
    totalCents,
  };
}

/** Reads the details of a quote that only staff see, by its number. Returns undefined if there is none. */
export async function readDeskQuote(transaction: Transaction<DB>, number: number) {
  const row = await transaction
    .selectFrom('orders')
    .innerJoin('quotes', 'quotes.order_id', 'orders.id')
    .select(['orders.id', 'email', 'customer_name', 'phone', 'payment_method', 'tax_reason'])
    .select(['quotes.created_by', 'quotes.created_at', 'canceled_by', 'page_asked_at'])
    .select(['changed_by', 'changed_at', 'shipping_by_hand'])
    .where('number', '=', String(number))
    .where('purchase', '=', 'quote')
    .executeTakeFirst();
  const quote = row && (await readQuote(transaction, row.id));
  if (!row || !quote) return undefined;
  const links = await transaction
    .selectFrom('quote_links')
    .select(['id', 'by_mail', 'created_by', 'created_at', 'mail_id'])
    .where('order_id', '=', row.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const people = [row.created_by, row.canceled_by, row.changed_by, ...links.map(({ created_by: by }) => by)];
  const { rows: names } = await sql<{ id: string; name: string }>`
    select id, name from public.staff_names(${people.filter((id) => id !== null)}::uuid[])`.execute(
    transaction,
  );
  const nameOf = (id: string | null) => names.find((each) => each.id === id)?.name ?? 'Former staff';
  return {
    ...quote,
    orderId: row.id,
    name: row.customer_name,
    email: row.email,
    phone: row.phone,
    buyer: [row.customer_name, row.email, row.phone].filter((text) => text !== null),
    taxReason: row.tax_reason,
    isShippingByHand: row.shipping_by_hand,
    createdBy: nameOf(row.created_by),
    createdAt: row.created_at.toISOString(),
    changed:
      row.changed_at === null ? null : { by: nameOf(row.changed_by), at: row.changed_at.toISOString() },
    canceledBy: row.canceled_by === null ? null : nameOf(row.canceled_by),
    /** The buyer has pressed 'Pay' if a page was asked for. */
    isBeingPaid: row.page_asked_at !== null,
    links: links.map((link) => ({
      id: link.id,
      byMail: link.by_mail,
      isWritten: link.mail_id !== null,
      by: nameOf(link.created_by),
      at: link.created_at.toISOString(),
    })),
  };
}

export type DeskQuote = NonNullable<Awaited<ReturnType<typeof readDeskQuote>>>;
