import { z } from 'zod';
import type { BuyerOrder } from '#core/orders/buyer-order.ts';
import { parseOrderNumber } from '#core/values/order-number.ts';
import { toNetwork } from '#core/limits/network.ts';
import type { Database } from '#core/platform/database.server.ts';
import type { Counted, Limits } from '#core/limits/limits.server.ts';
import { addOrderEvent } from '#core/orders/order-events.server.ts';
import { readBuyerOrder } from '#core/orders/read-buyer-order.server.ts';

interface FindOrder {
  database: Database;
  limits: Limits;
  clientAddress: string;
  /** The typed values of 'number' and 'email'. */
  fields: Partial<Record<string, string>>;
}

export interface Found {
  status: number;
  order: BuyerOrder | null;
  problem: string | null;
  retryAfter?: number;
}

const email = z.email().max(320);

const NOT_FOUND =
  'We found no paid order with this number and email. Please check both. They are in your payment confirmation email.';
const TOO_MANY = 'Too many attempts. Please wait a while, or use the link in one of our emails.';

/**
 * Finds an order by number and email. An unknown number and a wrong email get the same answer. Both are counted by
 * address, by number and address, and by number, so that nobody can try many emails for one order.
 */
export async function findOrder({ database, limits, clientAddress, fields }: FindOrder): Promise<Found> {
  const number = parseOrderNumber(fields.number ?? '');
  const address = email.safeParse(fields.email?.trim());
  if (number === undefined || !address.success) {
    return refuse(400, 'Please enter your order number, such as PY-10423, and the email you paid with.');
  }
  const counted: Counted[] = [
    ['find-order', clientAddress],
    ['find-order-number', `${number} ${toNetwork(clientAddress)}`],
    ['find-order-number-all', String(number)],
  ];
  const allowance = await limits.takeAll(counted);
  if (!allowance.allowed) {
    return { ...refuse(allowance.counted ? 429 : 503, TOO_MANY), retryAfter: allowance.seconds };
  }
  const order = await readBuyerOrder(database, { number, email: address.data });
  if (!order) return refuse(404, NOT_FOUND);
  await limits.giveBackAll(counted);
  return { status: 200, order, problem: null };
}

function refuse(status: number, problem: string): Found {
  return { status, order: null, problem };
}

interface MailOrderLink {
  database: Database;
  limits: Limits;
  number: number;
}

/** Mails a new link to the order's own email. Returns false above the limit. */
export async function mailOrderLink({ database, limits, number }: MailOrderLink): Promise<boolean> {
  const { allowed } = await limits.take('mail-order-link', String(number));
  if (!allowed) return false;
  await database.as({ role: 'service_role' }, async (transaction) => {
    const order = await transaction
      .selectFrom('orders')
      .select('id')
      .where('number', '=', String(number))
      .executeTakeFirstOrThrow();
    await addOrderEvent(transaction, order, { kind: 'link_sent', details: {} }, 'now');
  });
  return true;
}
