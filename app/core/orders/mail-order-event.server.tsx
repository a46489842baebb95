import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { CounterMethod } from './counter-sale.ts';
import { canBuyerCancel } from './order-action.ts';
import type { OrderEvent } from './order-event.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { describeOrderTerms, toSoldParts } from './order-terms.ts';
import type { Progress } from './order-progress.ts';
import type { OrderStatus } from './order.ts';
import { formatPostalAddress, type ShippingAddress } from '#core/addresses/postal-address.ts';
import { MailAction, MailAmounts, MailFrame, MailLines, MailText } from '#core/mail/ui/mail-parts.tsx';
import { writeMail } from '#core/mail/write-mail.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { addOrderLink } from './order-links.server.ts';
import { describeEventMail } from './event-mails.ts';
import { readMailedUnits } from './read-mailed-units.server.ts';
import { MailedParcel } from './ui/mailed-parcel.tsx';

interface MailOrderEvent {
  database: Database;
  /** Has no trailing slash. */
  siteUrl: string;
  eventId: string;
}

/**
 * Writes the buyer's mail about an event, once, after the mails about earlier events of the order. Does nothing if the event
 * was undone or the buyer's address is unknown.
 */
export async function mailOrderEvent({ database, siteUrl, eventId }: MailOrderEvent): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const order = await readOrder(transaction, eventId);
    if (!order?.email) return;
    const events = await lockUnmailedEvents(transaction, order.id, eventId);
    for (const event of events) {
      const mailId = await mailEvent(transaction, {
        siteUrl,
        order: { ...order, email: order.email },
        event,
      });
      await transaction
        .updateTable('order_events')
        .set({ mail_id: mailId })
        .where('id', '=', event.id)
        .execute();
    }
  });
}

type MailedOrder = NonNullable<Awaited<ReturnType<typeof readOrder>>> & { email: string };

function readOrder(transaction: Transaction<DB>, eventId: string) {
  return transaction
    .selectFrom('orders')
    .innerJoin('order_events', 'order_events.order_id', 'orders.id')
    .select(['orders.id', 'email', 'number', 'status', 'progress', 'fulfillment', 'pickup_location'])
    .select(['payment_method', 'confirmation_id', 'return_terms', 'customer_name', 'shipping_address'])
    .where('order_events.id', '=', eventId)
    .executeTakeFirst();
}

/** Locks this event and earlier ones. Two jobs lock them in the same sequence: the second one finds nothing left to write. */
function lockUnmailedEvents(transaction: Transaction<DB>, orderId: string, eventId: string) {
  return transaction
    .selectFrom('order_events')
    .select(['id', 'kind', 'details'])
    .where('order_id', '=', orderId)
    .where('id', '<=', eventId)
    .where('mail_at', 'is not', null)
    .where('mail_id', 'is', null)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

interface MailEvent {
  siteUrl: string;
  order: MailedOrder;
  event: { kind: string; details: unknown };
}

async function mailEvent(
  transaction: Transaction<DB>,
  { siteUrl, order, event }: MailEvent,
): Promise<string> {
  const link = await addOrderLink(transaction, { orderId: order.id, number: order.number, siteUrl });
  const follows = await readEarlierMails(transaction, order);
  const canCancel = canBuyerCancel({
    status: order.status as OrderStatus,
    progress: order.progress as Progress | null,
    counterMethod: order.payment_method as CounterMethod | null,
    packed: await countPacked(transaction, order.id),
  });
  const stored = { ...order, ...({ kind: event.kind, details: event.details } as OrderEvent), canCancel };
  const units = await readMailedUnits(transaction, { orderId: order.id, event: stored, siteUrl });
  const address = order.shipping_address as ShippingAddress | null;
  const sold = event.kind === 'delivered' ? await readSold(transaction, order) : undefined;
  return writeMail(transaction, (shop) => {
    const mail = describeEventMail(stored, { order: formatOrderNumber(order.number), shop });
    return {
      to: order.email,
      subject: mail.subject,
      follows,
      content: (
        <MailFrame title={mail.subject} siteUrl={siteUrl}>
          {mail.texts.map((text) => (
            <MailText key={text}>{text}</MailText>
          ))}
          {units.length > 0 && <MailAmounts lines={units} />}
          {mail.parcel && <MailedParcel {...mail.parcel} />}
          {mail.parcel && address && (
            <MailLines lines={['Shipped to:', ...formatPostalAddress(order.customer_name, address)]} />
          )}
          {mail.lines.length > 0 && <MailLines lines={mail.lines} />}
          {sold && describeOrderTerms(sold, shop).map((terms) => <MailLines key={terms[0]} lines={terms} />)}
          <MailAction href={mail.anchor ? `${link}#${mail.anchor}` : link}>{mail.action}</MailAction>
          <MailText>Questions? Reply to this email or call us at {shop.phone}.</MailText>
        </MailFrame>
      ),
    };
  });
}

async function readSold(transaction: Transaction<DB>, order: MailedOrder) {
  const lines = await transaction
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('quantity', '>', 0)
    .orderBy('part_name')
    .orderBy('id')
    .execute();
  return toSoldParts(order, lines);
}

/** Limits the header's length in long stories. */
const MAX_FOLLOWED = 20;

async function readEarlierMails(
  transaction: Transaction<DB>,
  { id, confirmation_id: confirmation }: MailedOrder,
): Promise<string[]> {
  const mails = await transaction
    .selectFrom('order_events')
    .select('mail_id')
    .where('order_id', '=', id)
    .where('mail_id', 'is not', null)
    .orderBy('id')
    .execute();
  return [confirmation, ...mails.map(({ mail_id: mailId }) => mailId)]
    .filter((mailId) => mailId !== null)
    .slice(-MAX_FOLLOWED);
}

async function countPacked(transaction: Transaction<DB>, orderId: string): Promise<number> {
  const { units } = await transaction
    .selectFrom('order_lines')
    .select(({ fn }) => fn.sum<string | null>('packed').as('units'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return Number(units ?? 0);
}
