import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { hashPassword } from './passwords.ts';

export interface FirstAdmin {
  email: string;
  password?: string | undefined;
  /** Logs of production are kept and sent elsewhere: a generated password is not printed there. */
  production: boolean;
  print: (line: string) => void;
}

export async function createFirstAdmin(
  owner: pg.Client,
  { email, password, production, print }: FirstAdmin,
): Promise<void> {
  const initialPassword = password ?? randomBytes(9).toString('base64url');
  const { rows } = await owner.query<{ id: string }>(
    `insert into auth.users (name, email, email_verified) values ($1, $2, true)
     on conflict (email) do update set email_verified = true returning id`,
    ['Shop admin', email],
  );
  const id = rows[0]?.id;
  await owner.query(
    `insert into auth.accounts (user_id, account_id, provider_id, password) values ($1, $2, 'credential', $3)
     on conflict (provider_id, account_id) do nothing`,
    [id, id, await hashPassword(initialPassword)],
  );
  await owner.query(
    'insert into public.profiles (user_id, display_name) values ($1, $2) on conflict do nothing',
    [id, 'Shop admin'],
  );
  await owner.query(
    "insert into public.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing",
    [id],
  );
  // Prints before the commit. If the process is killed in between, the next start creates another password.
  print(`Admin      ${email}   password: ${describePassword()}`);

  function describePassword(): string {
    if (password !== undefined) return 'as set in ADMIN_PASSWORD';
    return production
      ? 'none yet, choose one with "Forgot your password?"'
      : `${initialPassword} (shown only once)`;
  }
}
