import { contactTexts } from '#domain/contact-message.ts';
import { writeMail } from '#mail/write-mail.server.ts';
import { readContactMessage } from './read-request.server.ts';
import {
  ContactConfirmation,
  contactConfirmation,
  ContactMail,
  contactTitle,
} from './request-mails.server.tsx';
import {
  isOwnAddress,
  mayConfirm,
  refuseWhenLimited,
  type SubmissionResult,
  type Submitter,
} from './submission.server.ts';

/** Stores a message with the mails that hand it to the shop and confirm it to the sender, in one transaction. */
export async function submitContactMessage(submitter: Submitter, body: unknown): Promise<SubmissionResult> {
  const read = readContactMessage(body);
  if ('error' in read) return { ...read, status: 400 };
  // A robot that is told nothing learns nothing.
  if (read.trapped) return { status: 200 };
  const refused = await refuseWhenLimited(submitter, contactTexts);
  if (refused) return refused;

  const message = read.body;
  const { database, limits, siteUrl, user } = submitter;
  const confirm = await mayConfirm(limits, message.email);
  await database.as({ role: 'service_role' }, async (transaction) => {
    await transaction
      .insertInto('contact_messages')
      .values({ ...message, user_id: user?.id ?? null })
      .execute();
    await writeMail(transaction, {
      to: null,
      replyTo: message.email,
      subject: contactTitle(message),
      content: <ContactMail message={message} siteUrl={siteUrl} />,
    });
    if (confirm) {
      const known = isOwnAddress(user, message.email);
      await writeMail(transaction, {
        to: message.email,
        subject: contactConfirmation,
        content: <ContactConfirmation message={message} known={known} siteUrl={siteUrl} />,
      });
    }
  });
  return { status: 200 };
}
