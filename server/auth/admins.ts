import type pg from 'pg';
import type { Role } from '#core/accounts/role.ts';
import { StartError } from '../start-error.ts';

const USAGE = `npm run admin -- list                  shows admins and staff
npm run admin -- add EMAIL             gives the admin role
npm run admin -- remove EMAIL          removes the admin role
npm run admin -- add-staff EMAIL       gives the staff role
npm run admin -- remove-staff EMAIL    removes the staff role
npm run admin -- ban EMAIL             blocks the account and ends its sessions
npm run admin -- unban EMAIL           unblocks the account`;

type Owner = Pick<pg.Client, 'query'>;

/** Changes roles, which takes effect with the next request. @returns the lines to print. @throws {StartError} */
export async function runAdminCommand(owner: Owner, args: readonly string[]): Promise<string[]> {
  const [name = '', email, ...more] = args;
  if (name === 'list' && email === undefined) return listRoles(owner);
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
  async add(owner: Owner, user: User) {
    if (!(await addRole(owner, user, 'admin'))) return `${user.email} is already an admin.`;
    await removeRole(owner, user, 'staff');
    return `${user.email} is now an admin.`;
  },
  async remove(owner: Owner, user: User) {
    const removed = await removeRole(owner, user, 'admin');
    return removed ? `${user.email} is no longer an admin.` : `${user.email} is not an admin.`;
  },
  async 'add-staff'(owner: Owner, user: User) {
    const { rowCount } = await owner.query(
      "select from public.user_roles where user_id = $1 and role = 'admin'",
      [user.id],
    );
    if (rowCount) throw new StartError(`${user.email} is an admin, who may do all that staff may.`);
    const added = await addRole(owner, user, 'staff');
    return added ? `${user.email} is now staff.` : `${user.email} is already staff.`;
  },
  async 'remove-staff'(owner: Owner, user: User) {
    const removed = await removeRole(owner, user, 'staff');
    return removed ? `${user.email} is no longer staff.` : `${user.email} is not staff.`;
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

async function addRole(owner: Owner, { id, email, email_verified }: User, role: Role): Promise<boolean> {
  // Anyone can sign up with an address that is not theirs.
  if (!email_verified) throw new StartError(`${email} has not confirmed the email address yet.`);
  const { rowCount } = await owner.query(
    'insert into public.user_roles (user_id, role) values ($1, $2) on conflict do nothing',
    [id, role],
  );
  return rowCount === 1;
}

async function removeRole(owner: Owner, { id }: User, role: Role): Promise<boolean> {
  const { rowCount } = await owner.query('delete from public.user_roles where user_id = $1 and role = $2', [
    id,
    role,
  ]);
  return rowCount === 1;
}

async function listRoles(owner: Owner): Promise<string[]> {
  const { rows } = await owner.query<{ email: string; role: Role; two_factor_enabled: boolean }>(
    `select email, role, two_factor_enabled from auth.users join public.user_roles on user_id = id
     order by role, email`,
  );
  if (rows.length === 0) return ['There are no admins and no staff.'];
  return rows.map(({ email, role, two_factor_enabled: hasSecondStep }) =>
    [role.padEnd(5), email, ...(hasSecondStep ? ['with a second step'] : [])].join('   '),
  );
}

async function findUser(owner: Owner, email: string): Promise<User> {
  const { rows } = await owner.query<User>(
    'select id, email, email_verified from auth.users where email = lower($1)',
    [email.trim()],
  );
  if (!rows[0]) throw new StartError(`No account has the email ${email}.`);
  return rows[0];
}
