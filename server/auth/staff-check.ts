import { LRUCache } from 'lru-cache';
import { readCookie } from '#core/values/cookie.ts';
import type { Accounts } from '#core/accounts/accounts.server.ts';

const SESSION = { name: 'partyard.session_token' };

/** Someone who becomes staff while signed in counts as staff after this time. */
const REMEMBERED = { max: 1_000, ttl: 60_000 };

/** Tells whether a Cookie header belongs to staff or an admin who is signed in. Answers yes if that can't be read. */
export function createStaffCheck({
  accounts,
  siteUrl,
}: {
  accounts: Pick<Accounts, 'readVisitor'>;
  siteUrl: string;
}): (cookies: string) => Promise<boolean> {
  const bySession = new LRUCache<string, boolean, string>({
    ...REMEMBERED,
    async fetchMethod(_session, _known, { context: cookie }) {
      const { role, roleError } = await accounts.readVisitor(new Request(siteUrl, { headers: { cookie } }));
      return role !== null || roleError !== undefined;
    },
  });
  return async function isStaff(cookies) {
    const session = readCookie(SESSION, siteUrl, cookies, /./);
    if (session === undefined) return false;
    return (await bySession.fetch(session, { context: cookies }).catch(() => undefined)) ?? true;
  };
}
