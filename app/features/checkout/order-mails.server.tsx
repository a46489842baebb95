import type { Selectable, Transaction } from 'kysely';
import type { DB, OrderLines, Orders } from '#db/types.ts';
import type { CounterMethod } from '#domain/counter-sale.ts';
import { listAcceptedTexts } from '#domain/legal-page.ts';
import { centsFromDollars, formatDollars } from '#domain/money.ts';
import { formatOrderNumber } from '#domain/order-number.ts';
import type { ShippingAddress } from '#domain/payment.ts';
import type { Shop } from '#domain/shop.ts';
import { type MailAmount, MailAmounts, MailFrame, MailLines, MailLink, MailText } from '#mail/mail-parts.tsx';
import { writeMail } from '#mail/write-mail.server.ts';
import { acceptedTextDate } from '#services/accepted-texts.server.ts';
import { listBuyerNotes, listShopNotes } from './order-notes.server.ts';

/** `taken`: at the counter, with the parts. */
type PaidOutcome = 'bought' | 'taken' | 'sold-out';

export async function writeOrderMails(
  transaction: Transaction<DB>,
  options: { orderId: string; outcome: PaidOutcome; siteUrl: string },
): Promise<void> {
  const { orderId, outcome, siteUrl } = options;
  const order = await transaction
    .selectFrom('orders')
    .selectAll()
    .select([
      'terms_version as termsVersion',
      acceptedTextDate('terms').as('termsDate'),
      'warranty_version as warrantyVersion',
      acceptedTextDate('warranty').as('warrantyDate'),
    ])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const lines = await transaction
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('part_name')
    .orderBy('id')
    .execute();

  const number = formatOrderNumber(order.number);
  const amounts = listAmounts(order, lines);
  if (order.email) {
    const { subject, text } = toBuyer[outcome];
    const { email } = order;
    await writeMail(transaction, (shop) => ({
      to: email,
      subject: subject(number, shop),
      content: (
        <MailFrame title={subject(number, shop)} siteUrl={siteUrl}>
          <MailText>{text}</MailText>
          <MailAmounts lines={amounts} />
          {outcome === 'bought' &&
            listBuyerNotes(order, shop, new Date()).map((note) => <MailLines key={note[0]} lines={note} />)}
          <MailText>
            For this order, these texts apply:
            {listAcceptedTexts(order, shop.timeZone).map(({ name, path }) => (
              <MailLink key={path} href={siteUrl + path}>
                {name}
              </MailLink>
            ))}
          </MailText>
          <MailText>Questions? Reply to this mail or call us at {shop.phone}.</MailText>
        </MailFrame>
      ),
    }));
  }
  // Who took a payment at the counter knows it.
  if (order.payment_method !== null || outcome === 'taken') return;
  const { subject, text } = toShop[outcome];
  await writeMail(transaction, (shop) => ({
    to: null,
    replyTo: order.email,
    subject: subject(number, shop),
    content: (
      <MailFrame title={subject(number, shop)} siteUrl={siteUrl}>
        <MailText>{text}</MailText>
        <MailAmounts lines={amounts} />
        <MailLines lines={[...listShopNotes(order), ...formatBuyer(order)]} />
      </MailFrame>
    ),
  }));
}

interface RefundMail {
  orderId: string;
  amountCents: number;
  reason: 'sold-out' | 'paid-twice' | 'provider' | 'shop';
  /** How it was given back at the counter. */
  method?: CounterMethod | null;
  siteUrl: string;
}

export async function writeRefundMail(
  transaction: Transaction<DB>,
  { orderId, amountCents, reason, method, siteUrl }: RefundMail,
): Promise<void> {
  const order = await transaction
    .selectFrom('orders')
    .select(['email', 'number'])
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!order?.email) return;
  const { email, number } = order;
  const subject = (shop: Shop) => `Refund for your order ${formatOrderNumber(number)} at ${shop.name}`;
  await writeMail(transaction, (shop) => ({
    to: email,
    subject: subject(shop),
    content: (
      <MailFrame title={subject(shop)} siteUrl={siteUrl}>
        <MailText>{`${refundReasons[reason]}We have refunded ${formatDollars(amountCents)} ${method === 'cash' ? 'in cash' : 'to your card'}.`}</MailText>
        {method !== 'cash' && (
          <MailText>{`It will appear on your statement in ${shop.returns.refundDays} business days.`}</MailText>
        )}
        <MailText>Questions? Reply to this mail or call us at {shop.phone}.</MailText>
      </MailFrame>
    ),
  }));
}

const refundReasons: Record<RefundMail['reason'], string> = {
  'sold-out': 'The parts of your order were sold before your payment reached us. ',
  'paid-twice': 'Your order was paid twice. ',
  provider: '',
  shop: '',
};

function listAmounts(order: Selectable<Orders>, lines: Selectable<OrderLines>[]): MailAmount[] {
  const coreCents = centsFromDollars(order.core);
  return [
    ...lines.map((line) => ({
      name: `${line.quantity} × ${line.part_name}${line.oem_number ? ` (${line.oem_number})` : ''}`,
      amount: formatDollars(centsFromDollars(line.unit_price) * line.quantity),
    })),
    { name: 'Tax', amount: formatDollars(centsFromDollars(order.tax)) },
    {
      name: order.fulfillment === 'pickup' ? 'Pickup' : 'Shipping',
      amount: formatDollars(centsFromDollars(order.shipping)),
    },
    ...(coreCents > 0 ? [{ name: 'Core charge', amount: formatDollars(coreCents) }] : []),
    { name: 'Total', amount: formatDollars(centsFromDollars(order.amount)), total: true },
  ];
}

function formatBuyer(
  order: Pick<Selectable<Orders>, 'customer_name' | 'email' | 'phone' | 'shipping_address'>,
): string[] {
  const address = order.shipping_address as ShippingAddress | null;
  const street = address && [address.line1, address.line2];
  const cityLine = address && `${address.city}, ${address.state} ${address.postalCode}, ${address.country}`;
  return [order.customer_name, ...(street ?? []), cityLine, order.phone, order.email].filter(
    (line) => !!line,
  ) as string[];
}

interface MailTexts {
  subject: (number: string, shop: Shop) => string;
  text: string;
}

const toBuyer: Record<PaidOutcome, MailTexts> = {
  bought: {
    subject: (number, shop) => `Your order ${number} at ${shop.name}`,
    text: 'Thank you for your purchase. We have received your payment and are getting your parts ready.',
  },
  taken: {
    subject: (number, shop) => `Your order ${number} at ${shop.name}`,
    text: 'Thank you for your purchase. You have paid for these parts and taken them with you.',
  },
  'sold-out': {
    subject: (number, shop) => `Your order ${number} at ${shop.name}: your parts are sold out`,
    text: 'Your payment reached us too late, and a part had already been sold to someone else. We are sorry. We have asked our payment provider to refund the full amount, and we will write again when it has been refunded.',
  },
};

const toShop: Record<Exclude<PaidOutcome, 'taken'>, MailTexts> = {
  bought: {
    subject: (number) => `New order ${number}`,
    text: 'The order is paid, and its parts have been removed from stock.',
  },
  'sold-out': {
    subject: (number) => `Order ${number} was paid too late and is being refunded`,
    text: 'Its hold had expired, and some of its parts are no longer in stock. We have requested a full refund. If it fails, the admin panel shows an alert.',
  },
};
