import type { Selectable, Transaction } from 'kysely';
import type { DB, OrderLines, Orders } from '#db/types.ts';
import { describeNext } from '#core/orders/buyer-order.ts';
import { listAcceptedTexts } from '#core/settings/legal-page.ts';
import { centsFromDollars, formatDollars } from '#core/values/money.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import type { AmountReview } from '#core/orders/order-action.ts';
import type { Progress } from '#core/orders/order-progress.ts';
import type { OrderStatus } from '#core/orders/order.ts';
import { describeOrderTerms, toSoldParts } from '#core/orders/order-terms.ts';
import { describeSoldLine } from '#core/orders/sold-line.ts';
import type { ShippingAddress } from '#core/addresses/postal-address.ts';
import { formatPostalAddress } from '#core/addresses/postal-address.ts';
import { BATTERY_FEE_NAME } from '#core/pricing/battery-fee.ts';
import type { Shop } from '#core/settings/shop.ts';
import {
  MailAction,
  type MailAmount,
  MailAmounts,
  MailFrame,
  MailLines,
  MailLink,
  MailText,
} from '#core/mail/ui/mail-parts.tsx';
import { type MailedPictures, readMailedPictures } from '#core/mail/read-mailed-pictures.server.ts';
import { describeReady, latestReady, type ReadyFrom, UNKNOWN_DAY } from '#core/yard/ready-day.ts';
import { readReadyDays } from '#core/yard/read-ready-days.server.ts';
import { writeMail } from '#core/mail/write-mail.server.ts';
import { acceptedTextDate } from '#core/orders/accepted-texts.server.ts';
import { addOrderLink } from '#core/orders/order-links.server.ts';
import { listBuyerNotes, listShopNotes } from './order-notes.server.ts';

/** `taken` means at the counter, with the parts. */
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
  const link = await addOrderLink(transaction, { orderId, number: order.number, siteUrl });
  const lines = await transaction
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('part_name')
    .orderBy('id')
    .execute();

  const number = formatOrderNumber(order.number);
  const pictures = await readMailedPictures(transaction, lines, siteUrl);
  const amounts = listAmounts(order, lines, pictures);
  const ready = await readReadyDays(
    transaction,
    lines.map(({ part_id: partId }) => partId),
  );
  if (order.email) {
    const { subject, text } = toBuyer[outcome];
    const { email } = order;
    const mailId = await writeMail(transaction, (shop) => ({
      to: email,
      subject: subject(number),
      content: (
        <MailFrame title={subject(number)} siteUrl={siteUrl}>
          <MailText>{text}</MailText>
          <MailAmounts lines={amounts} />
          {outcome === 'bought' && (
            <WhatFollows order={order} lines={lines} ready={ready} shop={shop} now={new Date()} />
          )}
          {outcome !== 'sold-out' &&
            describeOrderTerms(toSoldParts(order, lines), shop).map((terms) => (
              <MailLines key={terms[0]} lines={terms} />
            ))}
          <MailAction href={link}>See your order</MailAction>
          <MailText>
            These documents apply to this order:
            {listAcceptedTexts(order, shop.timeZone).map(({ name, path }) => (
              <MailLink key={path} href={siteUrl + path}>
                {name}
              </MailLink>
            ))}
          </MailText>
          <MailText>Questions? Reply to this email or call us at {shop.phone}.</MailText>
        </MailFrame>
      ),
    }));
    // Later mails about the order follow this one.
    await transaction
      .updateTable('orders')
      .set({ confirmation_id: mailId })
      .where('id', '=', orderId)
      .execute();
  }
  // Staff who took a payment at the counter know about it.
  if (order.payment_method !== null || outcome === 'taken') return;
  const { subject, text } = toShop[outcome];
  await writeMail(transaction, () => ({
    to: null,
    replyTo: order.email,
    subject: subject(number),
    content: (
      <MailFrame title={subject(number)} siteUrl={siteUrl}>
        <MailText>{text}</MailText>
        <MailAmounts lines={amounts} />
        <MailLines lines={[...listShopNotes(order), ...formatBuyer(order)]} />
        <MailAction href={`${siteUrl}/admin/orders/${number}`}>Open the order</MailAction>
      </MailFrame>
    ),
  }));
}

/** Says what happens next, and where the parts go. */
function WhatFollows({
  order,
  lines,
  ready,
  shop,
  now,
}: {
  order: Selectable<Orders>;
  lines: Selectable<OrderLines>[];
  ready: ReadonlyMap<string, ReadyFrom>;
  shop: Shop;
  now: Date;
}) {
  const address = order.shipping_address as ShippingAddress | null;
  const next = describeNext(
    {
      progress: order.progress as Progress | null,
      status: order.status as OrderStatus,
      fulfillment: order.fulfillment as 'ship' | 'pickup',
      shipBy:
        latestReady([...ready.values()]) === UNKNOWN_DAY ? null : (order.ship_by?.toISOString() ?? null),
      pickupLocation: order.pickup_location,
      // The notes have them.
      days: null,
      amountReview: order.amount_review as AmountReview | null,
      dueCents: null,
    },
    shop,
    now,
  );
  return (
    <>
      <MailText>{next.join(' ')}</MailText>
      {ready.size > 0 && <MailLines lines={listReady(lines, ready)} />}
      {address && order.fulfillment === 'ship' && (
        <MailLines lines={['Ship to:', ...formatPostalAddress(order.customer_name, address)]} />
      )}
      {listBuyerNotes(order, shop, now).map((note) => (
        <MailLines key={note[0]} lines={note} />
      ))}
    </>
  );
}

/** Example: 'Hood: Ready from Dec 10, 2026'. */
function listReady(lines: Selectable<OrderLines>[], ready: ReadonlyMap<string, ReadyFrom>): string[] {
  return lines.flatMap(({ part_id: id, part_name: name }) => {
    const text = describeReady(ready.get(id ?? '') ?? null);
    return text === null ? [] : [`${name}: ${text}`];
  });
}

function listAmounts(
  order: Selectable<Orders>,
  lines: Selectable<OrderLines>[],
  pictures: MailedPictures,
): MailAmount[] {
  const coreCents = centsFromDollars(order.core);
  const batteryFeeCents = centsFromDollars(order.battery_fee);
  return [
    ...lines.map((line) => ({
      name: describeSoldLine(line),
      amount: formatDollars(centsFromDollars(line.unit_price) * line.quantity),
      picture: pictures.get(line.part_id),
    })),
    { name: 'Tax', amount: formatDollars(centsFromDollars(order.tax)) },
    {
      name: order.fulfillment === 'pickup' ? 'Pickup' : 'Shipping',
      amount: formatDollars(centsFromDollars(order.shipping)),
    },
    ...(coreCents > 0 ? [{ name: 'Core charge', amount: formatDollars(coreCents) }] : []),
    ...(batteryFeeCents > 0 ? [{ name: BATTERY_FEE_NAME, amount: formatDollars(batteryFeeCents) }] : []),
    { name: 'Total', amount: formatDollars(centsFromDollars(order.amount)), total: true },
  ];
}

function formatBuyer(
  order: Pick<Selectable<Orders>, 'customer_name' | 'email' | 'phone' | 'shipping_address' | 'fulfillment'>,
): string[] {
  const address = order.shipping_address as ShippingAddress | null;
  const recipient = address ? formatPostalAddress(order.customer_name, address) : [order.customer_name];
  const head = address && order.fulfillment === 'ship' ? 'Ship to:' : null;
  return [head, ...recipient, order.phone, order.email].filter((line) => !!line) as string[];
}

interface MailTexts {
  subject: (number: string) => string;
  text: string;
}

const toBuyer: Record<PaidOutcome, MailTexts> = {
  bought: {
    subject: (number) => `Order ${number} is confirmed`,
    text: "Thank you for your purchase. We've received your payment and are getting your parts ready.",
  },
  taken: {
    subject: (number) => `Order ${number}: your receipt`,
    text: 'Thank you for your purchase. You have paid for these parts and taken them with you.',
  },
  'sold-out': {
    subject: (number) => `Order ${number}: your parts are sold out`,
    text: "We're sorry: your payment reached us too late, and a part had already been sold to someone else. We've asked our payment provider to refund the full amount, and we'll email you when it has been refunded.",
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
