import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { BuyerLine, BuyerOrder, BuyerTax } from './buyer-order.ts';
import { centsFromDollars } from '#core/values/money.ts';
import type { Database, Identity } from '#core/platform/database.server.ts';
import { latestReady, UNKNOWN_DAY } from '#core/yard/ready-day.ts';
import { readReadyDays } from '#core/yard/read-ready-days.server.ts';
import { hashToken } from '#core/platform/link-token.server.ts';

interface OrderAccess {
  number: number;
  userId?: string | undefined;
  /** Secret of a mailed link. */
  token?: string | undefined;
  /** Shows less than the others. */
  email?: string | undefined;
}

/** Reads a paid order for its buyer. Returns undefined for an unknown number and for anyone else: the database decides. */
export async function readBuyerOrder(
  database: Database,
  { number, userId, token, email }: OrderAccess,
): Promise<BuyerOrder | undefined> {
  const hash = token === undefined ? null : hashToken(token);
  return database.as(toBuyer(userId), async (transaction) => {
    const { rows } = await sql<{ data: StoredOrder | null }>`
      select buyer_order(${number}, ${hash}, ${email ?? null}) as data`.execute(transaction);
    return toBuyerOrder(transaction, rows[0]?.data);
  });
}

/**
 * Reads the order of a payment page for the browser or account that paid. Returns undefined for others, and until it is paid.
 */
export async function readJustPaidOrder(
  database: Database,
  sessionId: string,
  { browserId, userId }: Pick<OrderAccess, 'userId'> & { browserId: string | undefined },
): Promise<BuyerOrder | undefined> {
  return database.as(toBuyer(userId), async (transaction) => {
    const { rows } = await sql<{ data: StoredOrder | null }>`
      select just_paid_order(${sessionId.replaceAll('\0', '')}, ${browserId ?? null}) as data`.execute(
      transaction,
    );
    return toBuyerOrder(transaction, rows[0]?.data);
  });
}

function toBuyer(userId: string | undefined): Identity {
  return userId === undefined ? { role: 'anon' } : { role: 'authenticated', userId };
}

/** Null if there is no such amount. */
type MaybeDollars = 'charged' | 'due';

type Dollars = 'amount' | 'tax' | 'shipping' | 'core' | 'batteryFee' | 'refunded';
type Cents = 'amountCents' | 'taxCents' | 'shippingCents' | 'coreCents' | 'batteryFeeCents' | 'refundedCents';

/** A row of the database, with amounts in dollars. */
interface StoredOrder
  extends
    Omit<
      BuyerOrder,
      Cents | `${MaybeDollars}Cents` | 'days' | 'lines' | 'taxes' | 'refunds' | 'questions' | 'texts'
    >,
    Record<Dollars, number>,
    Record<MaybeDollars, number | null> {
  daysMin: number | null;
  daysMax: number | null;
  lines: (Omit<BuyerLine, 'unitPriceCents' | 'readyFrom'> & { unitPrice: number })[];
  taxes: (Omit<BuyerTax, 'taxableCents' | 'taxCents'> & { taxable: number; tax: number })[];
  refunds: (Omit<BuyerOrder['refunds'][number], 'amountCents'> & { amount: number })[];
  questions?: BuyerOrder['questions'];
  texts: {
    termsVersion: number | null;
    termsDate: string | null;
    warrantyVersion: number | null;
    warrantyDate: string | null;
  };
}

async function toBuyerOrder(
  transaction: Transaction<DB>,
  stored: StoredOrder | null | undefined,
): Promise<BuyerOrder | undefined> {
  if (!stored) return undefined;
  const waited = stored.lines.filter(({ quantity, canceled }) => canceled < quantity);
  const ready = await readReadyDays(
    transaction,
    waited.map(({ partId }) => partId),
  );
  const { amount, tax, shipping, core, batteryFee, refunded, charged, due, ...others } = stored;
  const { daysMin, daysMax, texts, ...rest } = others;
  return {
    ...rest,
    shipBy: latestReady([...ready.values()]) === UNKNOWN_DAY ? null : rest.shipBy,
    days: daysMin === null || daysMax === null ? null : { min: daysMin, max: daysMax },
    amountCents: centsFromDollars(amount),
    taxCents: centsFromDollars(tax),
    shippingCents: centsFromDollars(shipping),
    coreCents: centsFromDollars(core),
    batteryFeeCents: centsFromDollars(batteryFee),
    refundedCents: centsFromDollars(refunded),
    chargedCents: charged === null ? null : centsFromDollars(charged),
    dueCents: due === null ? null : centsFromDollars(due),
    lines: stored.lines.map(({ unitPrice, ...line }) => ({
      ...line,
      readyFrom: ready.get(line.partId ?? '') ?? null,
      unitPriceCents: centsFromDollars(unitPrice),
    })),
    taxes: stored.taxes.map(({ taxable, tax: taxed, ...each }) => ({
      ...each,
      taxableCents: centsFromDollars(taxable),
      taxCents: centsFromDollars(taxed),
    })),
    refunds: stored.refunds.map(({ amount: returned, ...refund }) => ({
      ...refund,
      amountCents: centsFromDollars(returned),
    })),
    questions: stored.questions ?? [],
    texts: {
      ...texts,
      termsDate: texts.termsDate === null ? null : new Date(texts.termsDate),
      warrantyDate: texts.warrantyDate === null ? null : new Date(texts.warrantyDate),
    },
  };
}
