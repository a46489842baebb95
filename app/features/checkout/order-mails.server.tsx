import type { Selectable, Transaction } from 'kysely';
import type { DB, OrderLines, Orders } from '#db/types.ts';
import { centsFromDollars, formatDollars } from '#domain/money.ts';
import { business } from '#domain/business.ts';
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

interface RefundMail {
  orderId: string;
  /** What went back, in cents. */
  amountCents: number;
  /** Why it went back. */
  reason: 'sold-out' | 'paid-twice' | 'provider';
  siteUrl: string;
}

/** Writes the mail that tells the buyer that money has gone back, if the buyer's address is known. */
export async function writeRefundMail(
  transaction: Transaction<DB>,
  { orderId, amountCents, reason, siteUrl }: RefundMail,
): Promise<void> {
  const order = await transaction
    .selectFrom('orders')
    .select('email')
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!order?.email) return;
  const number = orderId.slice(0, 8);
  const subject = `Refund for your order ${number} at ${shop.name}`;
  await writeMail(transaction, {
    to: order.email,
    subject,
    content: (
      <MailFrame title={subject} siteUrl={siteUrl}>
        <MailText>{`${refundReasons[reason]}We have refunded ${formatDollars(amountCents)} to your card.`}</MailText>
        <MailText>{`It appears on your statement in ${business.returns.refundDays} business days.`}</MailText>
        <MailText>Questions? Answer this mail, or call us: {shop.phone}.</MailText>
      </MailFrame>
    ),
  });
}

const refundReasons: Record<RefundMail['reason'], string> = {
  'sold-out': 'The parts of your order were sold before your payment reached us. ',
  'paid-twice': 'Your order was paid twice. ',
  provider: '',
};

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
    text: 'Thank you for your purchase. We have received your payment and are getting your parts ready.',
  },
  'sold-out': {
    subject: (number) => `Your order ${number} at ${shop.name}: your parts are sold out`,
    text: 'Your payment reached us after its time was over, and a part had been sold to someone else by then. We are sorry. We have asked our payment provider to refund the whole amount, and we write again when it has been refunded.',
  },
};

const toShop: Record<News, Wording> = {
  bought: {
    subject: (number) => `New order ${number}`,
    text: 'It is paid, and its parts are taken out of stock.',
  },
  'sold-out': {
    subject: (number) => `Order ${number} was paid too late and is being refunded`,
    text: 'Its hold had ended, and not all of its parts are in stock any more. A refund of the whole payment is requested. If it fails, the admin panel shows an alert.',
  },
};
