import type { Database } from '#core/platform/database.server.ts';

/** Reads the fields that the user can edit. */
export async function readOwnProfile(database: Database, userId: string) {
  const profile = await database.as({ role: 'authenticated', userId }, (transaction) =>
    transaction
      .selectFrom('profiles')
      .select(['display_name', 'phone', 'city', 'state'])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  );
  return profile ?? null;
}
