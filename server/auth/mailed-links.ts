import type pg from 'pg';
import { createLinkToken, hashToken } from '#services/link-token.server.ts';

export type LinkPurpose = 'signup' | 'recovery' | 'password_change';

export const LINK_MINUTES: Record<LinkPurpose, number> = {
  signup: 24 * 60,
  recovery: 60,
  password_change: 60,
};

export interface NewLink {
  userId: string;
  purpose: LinkPurpose;
  passwordHash?: string;
  displayName?: string;
}

export interface FoundLink {
  tokenHash: string;
  userId: string;
  email: string;
  emailVerified: boolean;
  passwordHash: string | null;
  displayName: string | null;
  state: 'good' | 'used' | 'expired';
}

type Client = Pick<pg.Pool, 'query'>;

export async function addLink(client: Client, link: NewLink): Promise<string> {
  const token = createLinkToken();
  await client.query(
    `insert into auth.mailed_links (token_hash, user_id, purpose, password_hash, display_name, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(mins => $6))`,
    [
      hashToken(token),
      link.userId,
      link.purpose,
      link.passwordHash ?? null,
      link.displayName ?? null,
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

/** Like `findLink`, and locks the link and its user until the end of the transaction. */
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
    password_hash as "passwordHash", display_name as "displayName",
    case when used_at is not null then 'used' when expires_at <= now() then 'expired' else 'good' end as state
  from auth.mailed_links join auth.users on users.id = user_id
  where token_hash = $1 and purpose = $2`;

export async function voidLinks(client: Client, userId: string): Promise<void> {
  await client.query(
    'update auth.mailed_links set used_at = now(), password_hash = null where user_id = $1 and used_at is null',
    [userId],
  );
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
