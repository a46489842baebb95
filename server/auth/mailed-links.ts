import type pg from 'pg';
import { createLinkToken, hashToken } from '#core/platform/link-token.server.ts';

export type LinkPurpose = 'signup' | 'recovery' | 'password_change' | 'email_change' | 'email_undo';

export const LINK_MINUTES: Record<LinkPurpose, number> = {
  signup: 24 * 60,
  recovery: 60,
  password_change: 60,
  email_change: 60,
  email_undo: 7 * 24 * 60,
};

export interface NewLink {
  userId: string;
  purpose: LinkPurpose;
  passwordHash?: string;
  displayName?: string;
  /** The email address that the link gives to the account. */
  address?: string;
}

export interface FoundLink {
  tokenHash: string;
  userId: string;
  email: string;
  emailVerified: boolean;
  passwordHash: string | null;
  displayName: string | null;
  address: string | null;
  state: 'good' | 'used' | 'expired';
}

type Client = Pick<pg.Pool, 'query'>;

export async function addLink(client: Client, link: NewLink): Promise<string> {
  const token = createLinkToken();
  await client.query(
    `insert into auth.mailed_links (token_hash, user_id, purpose, password_hash, display_name, address, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(mins => $7))`,
    [
      hashToken(token),
      link.userId,
      link.purpose,
      link.passwordHash ?? null,
      link.displayName ?? null,
      link.address ?? null,
      LINK_MINUTES[link.purpose],
    ],
  );
  return token;
}

export async function findLink(
  client: Client,
  purpose: LinkPurpose,
  token: string,
): Promise<FoundLink | undefined> {
  const { rows } = await client.query<FoundLink>(FIND_LINK, [hashToken(token), purpose]);
  return rows[0];
}

/** Finds a link as `findLink` does, and locks it and its user until the end of the transaction. */
export async function lockLink(
  client: pg.PoolClient,
  purpose: LinkPurpose,
  token: string,
): Promise<FoundLink | undefined> {
  const { rows } = await client.query<FoundLink>(`${FIND_LINK} for update`, [hashToken(token), purpose]);
  return rows[0];
}

const FIND_LINK = `
  select token_hash as "tokenHash", users.id as "userId", email, email_verified as "emailVerified",
    password_hash as "passwordHash", display_name as "displayName", address,
    case when used_at is not null then 'used' when expires_at <= now() then 'expired' else 'good' end as state
  from auth.mailed_links join auth.users on users.id = user_id
  where token_hash = $1 and purpose = $2`;

/**
 * Voids all links of the user, or those of one purpose. Links that undo a change of the address stay: they are for the case
 * that someone else made the change.
 */
export async function voidLinks(client: Client, userId: string, purpose?: LinkPurpose): Promise<void> {
  await client.query(
    `update auth.mailed_links set used_at = now(), password_hash = null
     where user_id = $1 and used_at is null and purpose <> 'email_undo' and purpose = coalesce($2, purpose)`,
    [userId, purpose],
  );
}

/** Voids a link that undoes a change of the address, and those of later changes. */
export async function voidUndoLinks(client: Client, { tokenHash, userId }: FoundLink): Promise<void> {
  await client.query(
    `update auth.mailed_links set used_at = now()
     where user_id = $1 and used_at is null and purpose = 'email_undo'
       and created_at >= (select created_at from auth.mailed_links where token_hash = $2)`,
    [userId, tokenHash],
  );
}

/** Ends a second step that was set up after the link was mailed, or not finished. Returns whether one ended. */
export async function endNewerSecondStep(client: Client, { tokenHash, userId }: FoundLink): Promise<boolean> {
  const { rows } = await client.query<{ verified: boolean }>(
    `delete from auth.two_factors
     where user_id = $1 and (
       not verified or verified_at >= (select created_at from auth.mailed_links where token_hash = $2)
     ) returning verified`,
    [userId, tokenHash],
  );
  if (!rows.some(({ verified }) => verified)) return false;
  await client.query('update auth.users set two_factor_enabled = false, updated_at = now() where id = $1', [
    userId,
  ]);
  return true;
}

export async function setPassword(client: Client, userId: string, passwordHash: string): Promise<void> {
  await client.query(
    `insert into auth.accounts (user_id, account_id, provider_id, password)
     values ($1::uuid, $1::text, 'credential', $2)
     on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()`,
    [userId, passwordHash],
  );
}

export async function endSessions(client: Client, userId: string): Promise<void> {
  await client.query('delete from auth.sessions where user_id = $1', [userId]);
}

export async function tidyAccounts(client: Client): Promise<void> {
  await client.query("delete from auth.mailed_links where expires_at < now() - interval '7 days'");
  await client.query('delete from auth.sessions where expires_at < now()');
  await client.query('delete from auth.verifications where expires_at < now()');
  await client.query(
    "delete from auth.users where not email_verified and created_at < now() - interval '7 days'",
  );
}
