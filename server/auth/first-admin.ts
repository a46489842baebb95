import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { hashPassword } from './passwords.ts';

export interface FirstAdmin {
  email: string;
  /** Generated when the operator has set none. */
  password?: string | undefined;
  /** Tells the operator the generated password; it is stored nowhere else. */
  tell: (line: string) => void;
}

/** Makes the first admin of a shop, once in its life, in the transaction of the caller. */
export async function makeFirstAdmin(owner: pg.Client, { email, password, tell }: FirstAdmin): Promise<void> {
  const chosen = password ?? randomBytes(9).toString('base64url');
  const { rows } = await owner.query<{ id: string }>(
    `insert into auth.users (name, email, email_verified) values ($1, $2, true)
     on conflict (email) do update set email_verified = true returning id`,
    ['Shop admin', email],
  );
  const id = rows[0]?.id;
  await owner.query(
    `insert into auth.accounts (user_id, account_id, provider_id, password) values ($1, $2, 'credential', $3)
     on conflict (provider_id, account_id) do nothing`,
    [id, id, await hashPassword(chosen)],
  );
  await owner.query(
    'insert into public.profiles (user_id, display_name) values ($1, $2) on conflict do nothing',
    [id, 'Shop admin'],
  );
  await owner.query(
    "insert into public.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing",
    [id],
  );
  // Told before the commit: a process killed in between makes another one, instead of an admin nobody can be.
  tell(
    `Admin      ${email}   password: ${password === undefined ? `${chosen} (shown this once)` : 'as set in ADMIN_PASSWORD'}`,
  );
}
