import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { emailAddress, requiredLine, usState } from '#core/settings/fields.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { readSettings } from '#core/settings/settings.server.ts';

export const certificateRefusals = { resale_certificates_account_exists: 'no account has this email' };

const MAX_SHOWN = 200;

const certificateForm = z.object({
  email: emailAddress.transform((email) => email.toLowerCase()),
  number: requiredLine(60),
  state: usState,
  expires_on: z.iso.date('Please enter a date'),
});

/** Lists certificates, newest first. */
export async function listCertificates(transaction: Transaction<DB>) {
  const { business } = await readSettings(transaction);
  return transaction
    .selectFrom('resale_certificates')
    .leftJoin('profiles', 'profiles.user_id', 'resale_certificates.approved_by')
    .select([
      'resale_certificates.id',
      'email',
      'number',
      'resale_certificates.state',
      sql<string>`expires_on::text`.as('expiresOn'),
      sql<boolean>`expires_on < (now() at time zone ${business.timeZone})::date`.as('isExpired'),
      'approved_at as approvedAt',
      'profiles.display_name as approvedBy',
      'revoked_at as revokedAt',
    ])
    .orderBy('approved_at', 'desc')
    .limit(MAX_SHOWN)
    .execute();
}

export type Certificate = Awaited<ReturnType<typeof listCertificates>>[number];

export async function approveCertificate(
  transaction: Transaction<DB>,
  form: Record<string, unknown>,
): Promise<ActionResult> {
  const parsed = certificateForm.safeParse(form);
  if (!parsed.success) {
    const errors = Object.fromEntries(
      parsed.error.issues.map(({ path, message }) => [String(path[0]), message]),
    );
    return { done: false, errors: errors as NonNullable<ActionResult['errors']> };
  }
  const { email, number, state, expires_on } = parsed.data;
  const { rows } = await sql<{ id: string }>`
    insert into resale_certificates (email, number, state, expires_on)
    values (${email}, ${number}, ${state}, ${expires_on}::date) returning id`.execute(transaction);
  await logAdminAction(transaction, 'approve_certificate', {
    resourceType: 'resale_certificates',
    resourceId: rows[0]?.id ?? null,
    state,
    expires_on,
  });
  return { done: true, message: 'Certificate approved' };
}

/** Does nothing if it is revoked already. */
export async function revokeCertificate(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const revoked = await transaction
    .updateTable('resale_certificates')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('state')
    .executeTakeFirst();
  if (revoked) {
    await logAdminAction(transaction, 'revoke_certificate', {
      resourceType: 'resale_certificates',
      resourceId: id,
      state: revoked.state,
    });
  }
  return { done: true, message: 'Certificate revoked' };
}
