import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { partRequestTexts, REQUEST_LIMIT, formatSenderKey } from '#domain/part-request.ts';
import { writeMail } from '#mail/write-mail.server.ts';
import { type PartRequest, readPartRequest } from './read-request.server.ts';
import {
  type KnownPart,
  PartRequestConfirmation,
  partRequestConfirmation,
  PartRequestMail,
  partRequestTitle,
} from './request-mails.server.tsx';
import {
  isOwnAddress,
  mayConfirm,
  refuseWhenLimited,
  type SubmissionResult,
  type Submitter,
} from './submission.server.ts';

/**
 * Stores a part request with the mails that tell the shop of it and confirm it to the sender, in one transaction.
 * Sending is a job: the mail server delays nobody here.
 */
export async function submitPartRequest(submitter: Submitter, body: unknown): Promise<SubmissionResult> {
  const read = readPartRequest(body);
  if ('error' in read) return { ...read, status: 400 };
  // A robot that is told nothing learns nothing.
  if (read.trapped) return { status: 200 };
  const refused = await refuseWhenLimited(submitter, partRequestTexts);
  if (refused) return refused;

  const request = read.body;
  const { database, limits, siteUrl, user } = submitter;
  const confirm = await mayConfirm(limits, request.email);
  const waitSeconds = await database.as({ role: 'service_role' }, async (transaction) => {
    const wait = await secondsToWait(transaction, request);
    if (wait > 0) return wait;
    const part = await knownPart(transaction, request.partId);
    await transaction
      .insertInto('part_requests')
      .values({
        name: request.name,
        email: request.email,
        phone: request.phone || null,
        make: request.make || null,
        model: request.model || null,
        year: request.year || null,
        part_name: request.partName,
        description: request.description || null,
        urgency: request.urgency,
        part_id: part?.id ?? null,
        user_id: user?.id ?? null,
      })
      .execute();
    await writeMail(transaction, {
      to: null,
      replyTo: request.email,
      subject: partRequestTitle(request),
      content: <PartRequestMail request={request} part={part} siteUrl={siteUrl} />,
    });
    if (confirm) {
      const known = isOwnAddress(user, request.email);
      await writeMail(transaction, {
        to: request.email,
        subject: partRequestConfirmation,
        content: <PartRequestConfirmation request={request} known={known} siteUrl={siteUrl} />,
      });
    }
    return 0;
  });
  if (waitSeconds > 0) return { status: 429, error: partRequestTexts.tooMany, retryAfter: waitSeconds };
  return { status: 200 };
}

/** Spec §5: no sixth request of one pair within 15 minutes, not even when several come at once. */
async function secondsToWait(
  transaction: Transaction<DB>,
  { email, phone }: Pick<PartRequest, 'email' | 'phone'>,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${formatSenderKey(email, phone)}, 0))`.execute(
    transaction,
  );
  const { submissions, minutes } = REQUEST_LIMIT;
  const recent = await transaction
    .selectFrom('part_requests')
    .select(
      sql<number>`ceil(extract(epoch from created_at - now()) + ${minutes * 60})::int`.as('secondsLeft'),
    )
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where(sql`regexp_replace(coalesce(phone, ''), '\\D', '', 'g')`, '=', phone.replace(/\D/g, ''))
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .orderBy('created_at', 'desc')
    .limit(submissions)
    .execute();
  return recent.length < submissions ? 0 : Math.max(1, recent.at(-1)?.secondsLeft ?? 1);
}

/** A part that was deleted meanwhile is asked for by its name. One that is there stays until this is stored. */
async function knownPart(
  transaction: Transaction<DB>,
  partId: string | undefined,
): Promise<KnownPart | undefined> {
  if (partId === undefined) return undefined;
  return transaction
    .selectFrom('parts_catalog')
    .select(['id', 'oem_number as oemNumber'])
    .where('id', '=', partId)
    .forKeyShare()
    .executeTakeFirst();
}
