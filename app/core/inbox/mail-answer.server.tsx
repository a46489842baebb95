import { readPartPictures } from '#core/mail/read-mailed-pictures.server.ts';
import { writeMail } from '#core/mail/write-mail.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { addOrderLink } from '#core/orders/order-links.server.ts';
import { AnswerMail, answerSubject } from './ui/inbox-mails.tsx';
import { readMailedThread } from './read-mailed-thread.server.ts';
import { readFacts } from './read-thread.server.ts';

interface MailAnswer {
  database: Database;
  /** Has no trailing slash. */
  siteUrl: string;
  entryId: string;
}

/** Writes the mail of an answer once, with the current prices. Does nothing if the person was forgotten. */
export async function mailAnswer({ database, siteUrl, entryId }: MailAnswer): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const entry = await transaction
      .selectFrom('inbox_entries')
      .select(['thread_id', 'text'])
      .where('id', '=', entryId)
      .where('kind', '=', 'answer')
      .where('mail_id', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!entry) return;
    const thread = await readMailedThread(transaction, entry.thread_id);
    const linked = await transaction
      .selectFrom('inbox_parts')
      .select('part_id')
      .where('entry_id', '=', entryId)
      .orderBy('position')
      .execute();
    const facts = await readFacts(
      transaction,
      linked.map(({ part_id: id }) => id),
    );
    const parts = linked.flatMap(({ part_id: id }) => {
      const now = facts.get(id);
      return now ? [{ ...now, id }] : [];
    });
    const pictures = await readPartPictures(transaction, parts, siteUrl);
    const { order } = thread;
    const orderLink =
      order && (await addOrderLink(transaction, { orderId: order.id, number: order.number, siteUrl }));
    const mailId = await writeMail(transaction, () => ({
      to: thread.email,
      subject: answerSubject(thread),
      follows: thread.follows,
      content: <AnswerMail {...{ thread, parts, pictures, siteUrl, orderLink }} text={entry.text ?? ''} />,
    }));
    await transaction
      .updateTable('inbox_entries')
      .set({ mail_id: mailId })
      .where('id', '=', entryId)
      .execute();
  });
}
