import { contactTexts } from '#domain/contact-message.ts';
import { writeMail } from '#mail/write-mail.server.ts';
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
    await transaction
      .insertInto('contact_messages')
      .values({ ...message, user_id: user?.id ?? null })
      .execute();
    await writeMail(transaction, () => ({
      to: null,
      replyTo: message.email,
      subject: formatContactTitle(message),
      content: <ContactMail message={message} siteUrl={siteUrl} />,
    }));
    if (confirm) {
      const isVerified = isOwnAddress(user, message.email);
      await writeMail(transaction, (shop) => ({
        to: message.email,
        subject: contactConfirmationSubject(shop),
        content: <ContactConfirmation message={message} isVerified={isVerified} siteUrl={siteUrl} />,
      }));
    }
  });
  return { status: 200 };
}
