import type { ReactElement } from 'react';
import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Shop } from '#core/settings/shop.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import { addJob } from '#core/platform/jobs.server.ts';
import { renderMail } from './render-mail.server.tsx';

interface NewMail {
  to: string | null;
  replyTo?: string | null;
  /** Ids of earlier mails of the same thread to the same recipient, the last one last. */
  follows?: string[];
  /** Ends mails like this one: by GET and a button, or by one click (RFC 8058). Its secret is removed when it is sent. */
  unsubscribeUrl?: string;
  subject: string;
  content: ReactElement;
}

/** Writes a mail and the job that sends it, in one transaction with the reported change. Returns the mail's id. */
export async function writeMail(
  transaction: Transaction<DB>,
  describe: (shop: Shop) => NewMail,
): Promise<string> {
  const { business: shop } = await readSettings(transaction);
  const mail = describe(shop);
  const { html, text } = renderMail(mail.content, shop);
  const { id } = await transaction
    .insertInto('mails')
    .values({
      recipient: mail.to,
      reply_to: mail.replyTo ?? (mail.to === null ? null : shop.email),
      // The subject can contain a visitor's text with line breaks.
      subject: mail.subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '),
      body: text,
      html,
      follows: mail.follows && mail.follows.length > 0 ? mail.follows : null,
      unsubscribe_url: mail.unsubscribeUrl ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addJob(transaction, 'send-mail', { mailId: id }, { key: `mail:${id}` });
  return id;
}
