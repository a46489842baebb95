import type { Selectable, Transaction } from 'kysely';
import type { DB, OrderLines, Orders } from '#db/types.ts';
import { centsFromDollars, formatDollars } from '#domain/money.ts';
import type { ShippingAddress } from '#domain/payment.ts';
import { shop } from '#domain/shop.ts';
import { type MailAmount, MailAmounts, MailFrame, MailLines, MailText } from '#mail/mail-parts.tsx';
import { writeMail } from '#mail/write-mail.server.ts';

/** What has happened to a paid order. */
type News = 'bought' | 'sold-out';

/** Writes the mails about a paid order, to its buyer and to the shop. */
export async function writeOrderMails(
  transaction: Transaction<DB>,
  { orderId, news, siteUrl }: { orderId: string; news: News; siteUrl: string },
): Promise<void> {
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
  const amounts = orderAmounts(order, lines);
  if (order.email) {
    const { subject, text } = toBuyer[news];
    await writeMail(transaction, {
      to: order.email,
      subject: subject(number),
      content: (
        <MailFrame title={subject(number)} siteUrl={siteUrl}>
          <MailText>{text}</MailText>
          <MailAmounts lines={amounts} />
          <MailText>Questions? Answer this mail, or call us: {shop.phone}.</MailText>
        </MailFrame>
      ),
    });
  }
  const { subject, text } = toShop[news];
  await writeMail(transaction, {
    to: null,
    replyTo: order.email,
    subject: subject(number),
    content: (
      <MailFrame title={subject(number)} siteUrl={siteUrl}>
        <MailText>{text}</MailText>
        <MailAmounts lines={amounts} />
        <MailLines lines={buyerBlock(order)} />
      </MailFrame>
    ),
  });
}

function orderAmounts(order: Selectable<Orders>, lines: Selectable<OrderLines>[]): MailAmount[] {
  return [
    ...lines.map((line) => ({
      name: `${line.quantity} × ${line.part_name}${line.oem_number ? ` (${line.oem_number})` : ''}`,
      amount: formatDollars(centsFromDollars(line.unit_price) * line.quantity),
    })),
    { name: 'Tax', amount: formatDollars(centsFromDollars(order.tax)) },
    { name: 'Shipping', amount: formatDollars(centsFromDollars(order.shipping)) },
    { name: 'Total', amount: formatDollars(centsFromDollars(order.amount)), total: true },
  ];
}

/** Who bought, and where to send it, as it is written on a parcel. */
function buyerBlock(
  order: Pick<Selectable<Orders>, 'customer_name' | 'email' | 'phone' | 'shipping_address'>,
): string[] {
  // Written by this feature, from what the provider told.
  const address = order.shipping_address as ShippingAddress | null;
  const street = address && [address.line1, address.line2];
  const town = address && `${address.city}, ${address.state} ${address.postalCode}, ${address.country}`;
  return [order.customer_name, ...(street ?? []), town, order.phone, order.email].filter(
    (line) => !!line,
  ) as string[];
}

interface Wording {
  subject: (number: string) => string;
  text: string;
}

const toBuyer: Record<News, Wording> = {
  bought: {
    subject: (number) => `Your order ${number} at ${shop.name}`,
    text: 'Thank you for your purchase. We have received your payment and get your parts ready.',
  },
  'sold-out': {
    subject: (number) => `Your order ${number} at ${shop.name}: your money comes back`,
    text: 'Your payment reached us after its time was over, and a part was sold to somebody else meanwhile. We are sorry. The whole amount goes back to your card.',
  },
};

const toShop: Record<News, Wording> = {
  bought: {
    subject: (number) => `New order ${number}`,
    text: 'It is paid, and its parts are out of the stock.',
  },
  'sold-out': {
    subject: (number) => `Order ${number} was paid too late and is refunded`,
    text: 'Its hold was over and not all of it is in stock any more. The payment is being refunded.',
  },
};
