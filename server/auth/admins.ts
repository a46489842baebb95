import type pg from 'pg';
import { StartError } from '../start-error.ts';

const USAGE = `npm run admin -- list
npm run admin -- add EMAIL       gives the admin role
npm run admin -- remove EMAIL    takes it away
npm run admin -- ban EMAIL       closes the account and ends its sessions
npm run admin -- unban EMAIL     opens it again`;

type Owner = Pick<pg.Client, 'query'>;

/**
 * What the operator does about people, on the owner's connection: no call of a client can. It counts from the next
 * request on.
 *
 * @returns what to tell the operator, a line each.
 * @throws {StartError} in one line.
 */
export async function adminCommand(owner: Owner, words: readonly string[]): Promise<string[]> {
  const [deed = '', address, ...more] = words;
  if (deed === 'list' && address === undefined) return listAdmins(owner);
  const command = Object.hasOwn(deeds, deed) ? deeds[deed as keyof typeof deeds] : undefined;
  if (!command || address === undefined || more.length > 0) throw new StartError(USAGE);
  return [await command(owner, await findUser(owner, address))];
}

interface User {
  id: string;
  email: string;
  email_verified: boolean;
}

const deeds = {
  async add(owner: Owner, { id, email, email_verified }: User) {
    // Whoever signs up first with an address need not be its owner.
    if (!email_verified) throw new StartError(`${email} has not confirmed the address yet.`);
    const { rowCount } = await owner.query(
      "insert into public.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing",
      [id],
    );
    return rowCount ? `${email} is an admin now.` : `${email} is an admin already.`;
  },
  async remove(owner: Owner, { id, email }: User) {
    const { rowCount } = await owner.query(
      "delete from public.user_roles where user_id = $1 and role = 'admin'",
      [id],
    );
    return rowCount ? `${email} is no admin any more.` : `${email} is no admin.`;
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
  if (rows.length === 0) return ['There is no admin.'];
  return rows.map((row) => (row.two_factor_enabled ? `${row.email}   with a second step` : row.email));
}

async function findUser(owner: Owner, address: string): Promise<User> {
  const { rows } = await owner.query<User>(
    'select id, email, email_verified from auth.users where email = lower($1)',
    [address.trim()],
  );
  if (!rows[0]) throw new StartError(`Nobody has signed up as ${address}.`);
  return rows[0];
}
