import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import type { Role } from '#core/accounts/role.ts';
import { emailAddress } from '#core/settings/fields.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';

export const teamRefusals = {
  invitations_open_key: 'someone else has just invited this person',
  invitations_without_role: 'this person has these rights already',
  user_roles_last_admin: 'this is the last admin; invite another one first',
};

export interface TeamMember {
  userId: string;
  email: string;
  name: string | null;
  role: Role;
  hasSecondStep: boolean;
  isBanned: boolean;
}

/** Reads admins and staff, and the invitations that are not accepted yet. */
export async function readTeam(transaction: Transaction<DB>) {
  const { rows: members } = await sql<TeamMember>`
    select user_id as "userId", email, name, role, has_second_step as "hasSecondStep", is_banned as "isBanned"
    from team()`.execute(transaction);
  const invitations = await transaction
    .selectFrom('invitations')
    .select([
      'id',
      'email',
      'role',
      'expires_at as expiresAt',
      sql<boolean>`expires_at <= now()`.as('isExpired'),
    ])
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('invited_at', 'desc')
    .execute();
  return { members, invitations };
}

export type Team = Awaited<ReturnType<typeof readTeam>>;
export type OpenInvitation = Team['invitations'][number];

const invitationForm = z.object({
  email: emailAddress.transform((email) => email.toLowerCase()),
  role: z.enum(['admin', 'staff'], 'Choose what the person may do'),
});

/** Invites a person. A new invitation replaces an open one for the same address. */
export async function invite(
  transaction: Transaction<DB>,
  form: Record<string, unknown>,
): Promise<ActionResult> {
  const parsed = invitationForm.safeParse(form);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => [String(path[0]), message]);
    return { done: false, errors: Object.fromEntries(errors) as NonNullable<ActionResult['errors']> };
  }
  const { email, role } = parsed.data;
  await transaction
    .updateTable('invitations')
    .set({ revoked_at: sql`now()` })
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
  const { id } = await transaction
    .insertInto('invitations')
    .values({ email, role })
    .returning('id')
    .executeTakeFirstOrThrow();
  await logAdminAction(transaction, 'invite', { resourceType: 'invitations', resourceId: id, role });
  return { done: true, message: 'Invitation sent' };
}

/** Does nothing if it is over already. */
export async function revokeInvitation(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const revoked = await transaction
    .updateTable('invitations')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('role')
    .executeTakeFirst();
  if (revoked) {
    await logAdminAction(transaction, 'revoke_invitation', {
      resourceType: 'invitations',
      resourceId: id,
      role: revoked.role,
    });
  }
  return { done: true, message: 'Invitation revoked' };
}

interface RemoveRole {
  userId: string;
  role: unknown;
  /** True if the admin has confirmed to remove their own role. */
  ownConfirmed: boolean;
  adminId: string;
}

export async function removeRole(
  transaction: Transaction<DB>,
  { userId, role, ownConfirmed, adminId }: RemoveRole,
): Promise<ActionResult> {
  if (role !== 'admin' && role !== 'staff') throw new Refused('the role is missing');
  if (userId === adminId && !ownConfirmed) throw new Refused('please confirm that these are your own');
  // This comes first, because an admin who removes their own role may not log it afterwards.
  await logAdminAction(transaction, 'remove_role', { resourceType: 'user_roles', resourceId: userId, role });
  await sql`select remove_role(${userId}::uuid, ${role})`.execute(transaction);
  return { done: true, message: 'Rights removed' };
}
