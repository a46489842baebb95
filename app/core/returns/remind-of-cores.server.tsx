import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { type MailAmount, MailAction, MailAmounts, MailFrame, MailText } from '#core/mail/ui/mail-parts.tsx';
import { describeSoldLine, soldLineColumns } from '#core/orders/sold-line.ts';
import { readMailedPictures } from '#core/mail/read-mailed-pictures.server.ts';
import { writeMail } from '#core/mail/write-mail.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { addOrderLink } from '#core/orders/order-links.server.ts';

const BATCH_SIZE = 100;

/** A reminder comes a week before the last day, or after half of the time if that is later. */
const REMINDED_BEFORE = sql`make_interval(days => least(7, core_return_days / 2))`;

interface RemindOfCores {
  database: Database;
  /** Has no trailing slash. */
  siteUrl: string;
}

/** Reminds buyers once, before the last day, of cores that they have not sent back. */
export async function remindOfCores({ database, siteUrl }: RemindOfCores): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const orders = await transaction
      .selectFrom('orders')
      .select(['id', 'number', 'email'])
      .select(sql<Date>`paid_at + make_interval(days => core_return_days)`.as('due'))
      .where('core_return_days', 'is not', null)
      .where('core_reminded_at', 'is', null)
      .where('payment_id', 'is not', null)
      .where('status', '=', 'completed')
      .where('progress', 'is not', null)
      .where(sql<boolean>`paid_at + make_interval(days => core_return_days) > now()`)
      .where(sql<boolean>`paid_at + make_interval(days => core_return_days) - ${REMINDED_BEFORE} <= now()`)
      .orderBy('paid_at')
      .limit(BATCH_SIZE)
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    for (const { id, number, email, due } of orders) {
      const cores = await readMissingCores(transaction, id);
      if (cores.length > 0 && email !== null) {
        const pictures = await readMailedPictures(transaction, cores, siteUrl);
        const parts = cores.map((core) => ({
          name: describeSoldLine(core),
          picture: pictures.get(core.part_id),
        }));
        await writeReminder(transaction, { id, number: Number(number), email, due, parts, siteUrl });
      }
      await transaction
        .updateTable('orders')
        .set({ core_reminded_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute();
    }
  });
}

async function readMissingCores(transaction: Transaction<DB>, orderId: string) {
  const lines = await transaction
    .selectFrom('order_lines')
    .select(soldLineColumns)
    .select(sql<number>`returnable_cores(order_lines)`.as('quantity'))
    .where('order_id', '=', orderId)
    .where('core', '>', '0')
    .orderBy('part_name')
    .execute();
  return lines.filter(({ quantity }) => quantity > 0);
}

interface Reminder extends Pick<RemindOfCores, 'siteUrl'> {
  id: string;
  number: number;
  email: string;
  due: Date;
  parts: MailAmount[];
}

async function writeReminder(
  transaction: Transaction<DB>,
  { id, number, email, due, parts, siteUrl }: Reminder,
): Promise<void> {
  const link = await addOrderLink(transaction, { orderId: id, number, siteUrl, to: 'core' });
  await writeMail(transaction, (shop) => {
    const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: shop.timeZone }).format(due);
    const subject = `Order ${formatOrderNumber(number)}: return your old parts by ${date}`;
    return {
      to: email,
      subject,
      content: (
        <MailFrame title={subject} siteUrl={siteUrl}>
          <MailText>
            You paid a core charge for these parts. We&apos;ll refund it if you request a core return by{' '}
            {date}.
          </MailText>
          <MailAmounts lines={parts} />
          <MailAction href={link}>Return old parts</MailAction>
          <MailText>Questions? Reply to this email or call us at {shop.phone}.</MailText>
        </MailFrame>
      ),
    };
  });
}
