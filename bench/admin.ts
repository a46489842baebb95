import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { randomAddress } from '../tests/support/random-address.ts';

const EMAIL = 'measurements@example.com';
const PASSWORD = 'a password for measurements';

/** The admin of measurements. */
export async function addAdmin(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ id: string }>(
      `insert into auth.users (name, email, email_verified) values ($1, $1, true)
       on conflict (email) do update set name = excluded.name returning id`,
      [EMAIL],
    );
    const id = rows[0]?.id;
    await owner.query('delete from auth.accounts where user_id = $1', [id]);
    await owner.query(
      "insert into auth.accounts (user_id, account_id, provider_id, password) values ($1, $2, 'credential', $3)",
      [id, id, await hash(PASSWORD)],
    );
    await owner.query("insert into user_roles (user_id, role) values ($1, 'admin') on conflict do nothing", [
      id,
    ]);
  } finally {
    await owner.end();
  }
}

/** Returns the cookies. */
export async function signIn(address: string): Promise<string> {
  const response = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: address, 'X-Forwarded-For': randomAddress() },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  if (!response.ok) throw new Error(`Signing in was answered ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
