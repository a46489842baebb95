import { z } from 'zod';
import { contactMaxLengths, contactTexts } from '#core/inbox/contact-message.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { writeMail } from '#core/mail/write-mail.server.ts';
import { addOrderEvent } from '#core/orders/order-events.server.ts';
import {
  ContactConfirmation,
  contactConfirmationSubject,
  ContactMail,
  formatContactTitle,
} from '#core/inbox/request-mails.server.tsx';
import {
  canConfirm,
  checkSubmissionLimits,
  type SubmissionResult,
  type Submitter,
} from '#core/inbox/submission.server.ts';
import { findThread, noteConfirmation } from '#core/inbox/thread.server.ts';

const question = z
  .string()
  .trim()
  .transform((text) => text.replace(/\r\n?/g, '\n'))
  .pipe(
    z
      .string()
      .min(1, 'Please write your question')
      .max(
        contactMaxLengths.message,
        `Please use at most ${contactMaxLengths.message.toLocaleString('en-US')} characters`,
      )
      .regex(/^[\P{Cc}\n\t]*$/u, 'Please use plain text'),
  );

/** Stores a question about an order as a message to the shop, with its mails. The caller has checked who asks. */
export async function submitOrderQuestion(
  submitter: Submitter,
  { number, ownsMailbox, text }: { number: number; ownsMailbox: boolean; text: unknown },
): Promise<SubmissionResult> {
  const read = question.safeParse(text);
  if (!read.success) return { status: 400, error: read.error.issues[0]?.message ?? contactTexts.failed };
  const refusal = await checkSubmissionLimits(submitter, contactTexts);
  if (refusal) return refusal;

  const { database, limits, siteUrl, user } = submitter;
  const confirm = await canConfirm(limits, `order ${number}`);

  await database.as({ role: 'service_role' }, async (transaction) => {
    const order = await transaction
      .selectFrom('orders')
      .select(['id', 'email', 'customer_name', 'user_id'])
      .where('number', '=', String(number))
      .executeTakeFirstOrThrow();
    const email = order.email ?? user?.email;
    if (email === undefined) return;
    const message = {
      name: (order.customer_name ?? email).slice(0, contactMaxLengths.name),
      email,
      subject: `Order ${formatOrderNumber(number)}`,
      message: read.data,
    };
    const { id } = await transaction
      .insertInto('contact_messages')
      .values({ ...message, user_id: order.user_id, order_id: order.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { threadId, reference } = await findThread(transaction, { message_id: id });
    await addOrderEvent(transaction, order, { kind: 'question_asked', details: { reference } });
    await writeMail(transaction, () => ({
      to: null,
      replyTo: email,
      subject: formatContactTitle(message),
      content: <ContactMail {...{ message, reference, siteUrl }} />,
    }));
    if (!confirm) return;
    const confirmationId = await writeMail(transaction, (shop) => ({
      to: email,
      subject: contactConfirmationSubject(shop),
      content: <ContactConfirmation {...{ message, reference, isVerified: ownsMailbox, siteUrl }} />,
    }));
    await noteConfirmation(transaction, { threadId, confirmationId });
  });
  return { status: 200 };
}
