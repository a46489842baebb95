import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { partRequestTexts, REQUEST_LIMIT, formatSenderKey } from './part-request.ts';
import { writeMail } from '#core/mail/write-mail.server.ts';
import { findThread, noteConfirmation } from './thread.server.ts';
import { type PartRequest, parsePartRequest } from './parse-submission.server.ts';
import {
  type CatalogPart,
  PartRequestConfirmation,
  requestConfirmationSubject,
  PartRequestMail,
  formatRequestTitle,
} from './request-mails.server.tsx';
import {
  isOwnAddress,
  canConfirm,
  checkSubmissionLimits,
  type SubmissionResult,
  type Submitter,
} from './submission.server.ts';

/** Stores a request with its mails. */
export async function submitPartRequest(submitter: Submitter, body: unknown): Promise<SubmissionResult> {
  const parsed = parsePartRequest(body);
  if ('error' in parsed) return { ...parsed, status: 400 };
  // A success gives bots no hint.
  if (parsed.isBot) return { status: 200 };
  const refusal = await checkSubmissionLimits(submitter, partRequestTexts);
  if (refusal) return refusal;

  const request = parsed.body;
  const { database, limits, siteUrl, user } = submitter;
  const confirm = await canConfirm(limits, request.email);
  const waitSeconds = await database.as({ role: 'service_role' }, async (transaction) => {
    const wait = await computeWaitSeconds(transaction, request);
    if (wait > 0) return wait;
    const part = await findPart(transaction, request.partId);
    const { id } = await transaction
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
      .returning('id')
      .executeTakeFirstOrThrow();
    const { threadId, reference } = await findThread(transaction, { request_id: id });
    await writeMail(transaction, () => ({
      to: null,
      replyTo: request.email,
      subject: formatRequestTitle(request),
      content: <PartRequestMail {...{ request, part, reference, siteUrl }} />,
    }));
    if (confirm) {
      const isVerified = isOwnAddress(user, request.email);
      const confirmationId = await writeMail(transaction, (shop) => ({
        to: request.email,
        subject: requestConfirmationSubject(shop),
        content: <PartRequestConfirmation {...{ request, reference, isVerified, siteUrl }} />,
      }));
      await noteConfirmation(transaction, { threadId, confirmationId });
    }
    return 0;
  });
  if (waitSeconds > 0) return { status: 429, error: partRequestTexts.tooMany, retryAfter: waitSeconds };
  return { status: 200 };
}

/** Enforces the limit of Spec §5 for concurrent requests too. Returns 0 below the limit. */
async function computeWaitSeconds(
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

/** Locks the part until the request is stored. */
async function findPart(
  transaction: Transaction<DB>,
  partId: string | undefined,
): Promise<CatalogPart | undefined> {
  if (partId === undefined) return undefined;
  return transaction
    .selectFrom('parts_catalog')
    .select(['id', 'oem_number as oemNumber'])
    .where('id', '=', partId)
    .forKeyShare()
    .executeTakeFirst();
}
