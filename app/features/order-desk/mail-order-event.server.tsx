import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { OrderEvent } from '#domain/order-event.ts';
import { formatOrderNumber } from '#domain/order-number.ts';
import type { Shop } from '#domain/shop.ts';
import { MailFrame, MailLines, MailText } from '#mail/mail-parts.tsx';
import { writeMail } from '#mail/write-mail.server.ts';
import type { Database } from '#services';
import { describeEventMail } from './event-mails.ts';

interface MailOrderEvent {
  database: Database;
  /** Without a trailing slash. */
  siteUrl: string;
  eventId: string;
}

/** Writes the buyer's mail about an event, once. Does nothing if the event was undone or the buyer's address is unknown. */
export async function mailOrderEvent({ database, siteUrl, eventId }: MailOrderEvent): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const event = await lockEvent(transaction, eventId);
    if (!event?.email) return;
    const { email, number } = event;
    const order = formatOrderNumber(number);
    const mailId = await writeMail(transaction, (shop: Shop) => {
      const { subject, texts, lines } = describeEventMail(event, { order, shop });
      return {
        to: email,
        subject,
        content: (
          <MailFrame title={subject} siteUrl={siteUrl}>
            {texts.map((text) => (
              <MailText key={text}>{text}</MailText>
            ))}
            {lines.length > 0 && <MailLines lines={lines} />}
            <MailText>Questions? Reply to this mail or call us at {shop.phone}.</MailText>
          </MailFrame>
        ),
      };
    });
    await transaction
      .updateTable('order_events')
      .set({ mail_id: mailId })
      .where('id', '=', eventId)
      .execute();
  });
}

async function lockEvent(transaction: Transaction<DB>, eventId: string) {
  const event = await transaction
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .select(['kind', 'details', 'email', 'number', 'fulfillment', 'pickup_location', 'payment_method'])
    .where('order_events.id', '=', eventId)
    .where('mail_id', 'is', null)
    .where('undone_at', 'is', null)
    .forUpdate('order_events')
    .executeTakeFirst();
  return event && { ...event, ...({ kind: event.kind, details: event.details } as OrderEvent) };
}
