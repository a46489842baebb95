import type pg from 'pg';
import { StartError } from '../start-error.ts';

const USAGE = `npm run admin -- list
npm run admin -- add EMAIL       gives the admin role
npm run admin -- remove EMAIL    removes the admin role
npm run admin -- ban EMAIL       blocks the account and ends its sessions
npm run admin -- unban EMAIL     unblocks the account`;

type Owner = Pick<pg.Client, 'query'>;

/** Takes effect with the next request. @returns the lines to print. @throws {StartError} */
export async function runAdminCommand(owner: Owner, args: readonly string[]): Promise<string[]> {
  const [name = '', email, ...more] = args;
  if (name === 'list' && email === undefined) return listAdmins(owner);
  const command = Object.hasOwn(commands, name) ? commands[name as keyof typeof commands] : undefined;
  if (!command || email === undefined || more.length > 0) throw new StartError(USAGE);
  return [await command(owner, await findUser(owner, email))];
}

interface User {
  id: string;
  email: string;
  email_verified: boolean;
}

const commands = {
  async add(owner: Owner, { id, email, email_verified }: User) {
    // Anyone can sign up with an address that is not theirs.
    if (!email_verified) throw new StartError(`${email} has not confirmed the email address yet.`);
    const { rowCount } = await owner.query(
      "insert into public.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing",
      [id],
    );
    return rowCount ? `${email} is now an admin.` : `${email} is already an admin.`;
  },
  async remove(owner: Owner, { id, email }: User) {
    const { rowCount } = await owner.query(
      "delete from public.user_roles where user_id = $1 and role = 'admin'",
      [id],
    );
    return rowCount ? `${email} is no longer an admin.` : `${email} is not an admin.`;
  },
  async ban(owner: Owner, { id, email }: User) {
    await owner.query('update auth.users set banned_at = coalesce(banned_at, now()) where id = $1', [id]);
    await owner.query('delete from auth.sessions where user_id = $1', [id]);
    return `${email} is banned and signed out.`;
  },
  async unban(owner: Owner, { id, email }: User) {
    await owner.query('update auth.users set banned_at = null where id = $1', [id]);
    return `${email} can sign in again.`;
  },
};

async function listAdmins(owner: Owner): Promise<string[]> {
  const { rows } = await owner.query<{ email: string; two_factor_enabled: boolean }>(
    `select email, two_factor_enabled from auth.users join public.user_roles on user_id = id
     where role = 'admin' order by email`,
  );
  if (rows.length === 0) return ['There are no admins.'];
  return rows.map((row) => (row.two_factor_enabled ? `${row.email}   with a second step` : row.email));
}

async function findUser(owner: Owner, email: string): Promise<User> {
  const { rows } = await owner.query<User>(
    'select id, email, email_verified from auth.users where email = lower($1)',
    [email.trim()],
  );
  if (!rows[0]) throw new StartError(`No account has the email ${email}.`);
  return rows[0];
}
