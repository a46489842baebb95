import type { Database } from '#services';

/** Reads the profile fields that the user can edit. Returns null when there is no profile yet. */
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
