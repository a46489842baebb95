import type { Selectable, Transaction } from 'kysely';
import type { DB, Orders } from '#db/types.ts';
import { centsFromDollars, formatDollars } from '#domain/money.ts';
import type { ShippingAddress } from '#domain/payment.ts';
import { shop } from '#domain/shop.ts';
import { addJob } from './add-job.server.ts';

/** What has happened to a paid order. */
type News = 'bought' | 'sold-out';

/** Writes the mails about a paid order, to its buyer and to the shop, and the jobs that send them. */
export async function writeMails(transaction: Transaction<DB>, orderId: string, news: News): Promise<void> {
  const order = await transaction
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const lines = await transaction
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('part_name')
    .orderBy('id')
    .execute();

  const number = orderId.slice(0, 8);
  const listed = [
    ...lines.map(
      (line) =>
        `${line.quantity} × ${line.part_name}${line.oem_number ? ` (${line.oem_number})` : ''}: ` +
        formatDollars(centsFromDollars(line.unit_price) * line.quantity),
    ),
    `Tax: ${formatDollars(centsFromDollars(order.tax))}`,
    `Shipping: ${formatDollars(centsFromDollars(order.shipping))}`,
    `Total: ${formatDollars(centsFromDollars(order.amount))}`,
  ].join('\n');

  if (order.email) {
    await writeMail(transaction, { recipient: order.email, ...toBuyer[news](number, listed) });
  }
  await writeMail(transaction, {
    recipient: null,
    reply_to: order.email,
    ...toShop[news](number, `${listed}\n\n${buyerBlock(order)}`),
  });
}

/** Who bought, and where to send it, as it is written on a parcel. */
function buyerBlock(
  order: Pick<Selectable<Orders>, 'customer_name' | 'email' | 'phone' | 'shipping_address'>,
): string {
  // Written by this feature, from what the provider told.
  const address = order.shipping_address as ShippingAddress | null;
  const street = address && [address.line1, address.line2];
  const town = address && `${address.city}, ${address.state} ${address.postalCode}, ${address.country}`;
  return [order.customer_name, ...(street ?? []), town, order.phone, order.email].filter(Boolean).join('\n');
}

const signature = `${shop.name}, ${shop.city}\n${shop.phone}\n${shop.email}`;

const toBuyer: Record<News, (number: string, listed: string) => { subject: string; body: string }> = {
  bought: (number, listed) => ({
    subject: `Your order ${number} at ${shop.name}`,
    body: `Thank you for your purchase. We have received your payment and get your parts ready.\n\n${listed}\n\n${signature}`,
  }),
  'sold-out': (number, listed) => ({
    subject: `Your order ${number} at ${shop.name}: your money comes back`,
    body: `Your payment reached us after its time was over, and a part was sold to somebody else meanwhile. We are sorry. The whole amount goes back to your card.\n\n${listed}\n\n${signature}`,
  }),
};

const toShop: Record<News, (number: string, listed: string) => { subject: string; body: string }> = {
  bought: (number, listed) => ({ subject: `New order ${number}`, body: listed }),
  'sold-out': (number, listed) => ({
    subject: `Order ${number} was paid too late and is refunded`,
    body: `Its hold was over and not all of it is in stock any more. The payment is being refunded.\n\n${listed}`,
  }),
};

interface Mail {
  /** Null: the shop itself. */
  recipient: string | null;
  reply_to?: string | null;
  subject: string;
  body: string;
}

async function writeMail(transaction: Transaction<DB>, mail: Mail): Promise<void> {
  const { id } = await transaction.insertInto('mails').values(mail).returning('id').executeTakeFirstOrThrow();
  await addJob(transaction, 'send-mail', { mailId: id }, { key: `mail:${id}` });
}
