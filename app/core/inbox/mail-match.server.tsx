import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { readPartPictures } from '#core/mail/read-mailed-pictures.server.ts';
import { writeMail } from '#core/mail/write-mail.server.ts';
import { type MailedPart, MatchMail, matchSubject } from './ui/inbox-mails.tsx';
import { readMailedThread } from './read-mailed-thread.server.ts';

interface MailMatch {
  threadId: string;
  parts: readonly MailedPart[];
  /** Has no trailing slash. */
  siteUrl: string;
}

/** Tells the sender of a request about parts that came into stock. Returns the mail's id. */
export async function mailMatch(
  transaction: Transaction<DB>,
  { threadId, parts, siteUrl }: MailMatch,
): Promise<string> {
  const thread = await readMailedThread(transaction, threadId);
  const pictures = await readPartPictures(transaction, parts, siteUrl);
  return writeMail(transaction, () => ({
    to: thread.email,
    subject: matchSubject(thread),
    follows: thread.follows,
    content: <MatchMail {...{ thread, parts, pictures, siteUrl }} />,
  }));
}
