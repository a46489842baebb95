import { contactTexts } from './contact-message.ts';
import { writeMail } from '#core/mail/write-mail.server.ts';
import { findThread, noteConfirmation } from './thread.server.ts';
import { parseContactMessage } from './parse-submission.server.ts';
import {
  ContactConfirmation,
  contactConfirmationSubject,
  ContactMail,
  formatContactTitle,
} from './request-mails.server.tsx';
import {
  isOwnAddress,
  canConfirm,
  checkSubmissionLimits,
  type SubmissionResult,
  type Submitter,
} from './submission.server.ts';

/** Stores a message with its mails. */
export async function submitContactMessage(submitter: Submitter, body: unknown): Promise<SubmissionResult> {
  const parsed = parseContactMessage(body);
  if ('error' in parsed) return { ...parsed, status: 400 };
  if (parsed.isBot) return { status: 200 };
  const refusal = await checkSubmissionLimits(submitter, contactTexts);
  if (refusal) return refusal;

  const message = parsed.body;
  const { database, limits, siteUrl, user } = submitter;
  const confirm = await canConfirm(limits, message.email);
  await database.as({ role: 'service_role' }, async (transaction) => {
    const { id } = await transaction
      .insertInto('contact_messages')
      .values({ ...message, user_id: user?.id ?? null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { threadId, reference } = await findThread(transaction, { message_id: id });
    await writeMail(transaction, () => ({
      to: null,
      replyTo: message.email,
      subject: formatContactTitle(message),
      content: <ContactMail {...{ message, reference, siteUrl }} />,
    }));
    if (confirm) {
      const isVerified = isOwnAddress(user, message.email);
      const confirmationId = await writeMail(transaction, (shop) => ({
        to: message.email,
        subject: contactConfirmationSubject(shop),
        content: <ContactConfirmation {...{ message, reference, isVerified, siteUrl }} />,
      }));
      await noteConfirmation(transaction, { threadId, confirmationId });
    }
  });
  return { status: 200 };
}
