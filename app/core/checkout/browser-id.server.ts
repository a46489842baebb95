import { BROWSER_KEY } from './browser-key.ts';
import { readCookie, setCookie } from '#core/values/cookie.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#core/platform/database.server.ts';

/** The cookie lasts longer than any payment stays open. */
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

const COOKIE = { name: 'partyard.browser' };

/** Reads the browser's secret random id, which proves that an order belongs to the browser, also on the success page. */
export function readBrowserId(request: Request, siteUrl: string): string | undefined {
  return readCookie(COOKIE, siteUrl, request.headers.get('Cookie'), BROWSER_KEY);
}

export function formatBrowserCookie(siteUrl: string, browserId: string): string {
  return setCookie(COOKIE, siteUrl, browserId, MAX_AGE_SECONDS);
}

/** A browser waits this long for an answer, which sets its cookie. */
const SHARED_SECONDS = 30;

const KEPT_HOURS = 24;

/**
 * Returns the id of a browser without a cookie. Requests with the same key get the same id for some seconds after the first
 * of them, and never again: a person who learns the key later gets a new id.
 */
export async function shareBrowserId(
  { shop }: Pick<Database, 'shop'>,
  key: string | undefined,
): Promise<string> {
  if (key === undefined) return randomUUID();
  await shop
    .insertInto('browser_keys')
    .values({ key })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const shared = await shop
    .selectFrom('browser_keys')
    .select('browser_id')
    .where('key', '=', key)
    .where('made_at', '>', sql<Date>`now() - make_interval(secs => ${SHARED_SECONDS})`)
    .executeTakeFirst();
  return shared?.browser_id ?? randomUUID();
}

/** A used key is kept for a day, so that it stays worthless however often it is tried. */
export async function forgetBrowserKeys({ shop }: Pick<Database, 'shop'>): Promise<void> {
  await shop
    .deleteFrom('browser_keys')
    .where('made_at', '<', sql<Date>`now() - make_interval(hours => ${KEPT_HOURS})`)
    .execute();
}
