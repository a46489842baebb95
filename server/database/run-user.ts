import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { reason, StartError } from '../start-error.ts';

const run = promisify(execFile);

export interface RunUser {
  uid: number;
  gid: number;
  name: string;
}

async function findUser(name: string): Promise<RunUser | undefined> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const [, , uid, gid] = users.match(new RegExp(`^${name}:([^:]*):(\\d+):(\\d+):`, 'm')) ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid), name } : undefined;
}

/** PostgreSQL refuses to run as root. Returns undefined if this process does not run as root. */
export async function findPostgresUser(): Promise<RunUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const found = await findUser('postgres');
  if (found) return found;
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
  } catch (error) {
    throw new StartError(
      `PostgreSQL can't run as root, and a user "postgres" for it can't be made (${reason(error)}): ` +
        'start the shop as another user, or set DATABASE_URL.',
    );
  }
  const made = await findUser('postgres');
  if (!made)
    throw new StartError(
      'PostgreSQL can\'t run as root and found no user "postgres": start the shop as another user.',
    );
  return made;
}
