import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '#core/platform/database.server.ts';

/** Each process remembers so many platforms, and writes once an hour that one of them still calls. */
const MAX_REMEMBERED = 2_000;
const REMEMBER_MS = 60 * 60 * 1_000;

interface Remembered {
  id: string;
  isSigned: boolean;
}

const remembered = new WeakMap<Database, LRUCache<string, Remembered>>();

/** Returns the id of a platform. Notes that it has called, and whether it has signed. */
export async function notePlatform(
  database: Database,
  profileUrl: string,
  isSigned: boolean,
): Promise<string> {
  let platforms = remembered.get(database);
  if (!platforms) {
    platforms = new LRUCache({ max: MAX_REMEMBERED, ttl: REMEMBER_MS });
    remembered.set(database, platforms);
  }
  const known = platforms.get(profileUrl);
  if (known && (known.isSigned || !isSigned)) return known.id;
  const signedAt = isSigned ? sql<Date>`now()` : null;
  const { id, signed_at: signed } = await database.shop
    .insertInto('agent_platforms')
    .values({ profile_url: profileUrl, signed_at: signedAt })
    .onConflict((conflict) =>
      conflict.column('profile_url').doUpdateSet({
        last_seen_at: sql<Date>`now()`,
        signed_at: sql<Date>`coalesce(agent_platforms.signed_at, excluded.signed_at)`,
      }),
    )
    .returning(['id', 'signed_at'])
    .executeTakeFirstOrThrow();
  platforms.set(profileUrl, { id, isSigned: signed !== null });
  return id;
}

/** Tells whether a platform has signed a request before. */
export async function hasSigned(database: Database, profileUrl: string): Promise<boolean> {
  const found = await database.shop
    .selectFrom('agent_platforms')
    .select('id')
    .where('profile_url', '=', profileUrl)
    .where('signed_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}
