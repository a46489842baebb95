import { sql } from 'kysely';
import { z } from 'zod';
import { redraw } from '#pictures';
import { AVATAR_MAX, AVATAR_MAX_LENGTH, AVATAR_MIN, AVATAR_QUALITY } from '#domain/account.ts';
import type { Database } from '#services';

/** What a user keeps about themselves (Spec §3, Profile). Empty is null. */
export interface ProfileDetails {
  display_name: string | null;
  phone: string | null;
  city: string | null;
  state: string | null;
}

export interface Profile extends ProfileDetails {
  /** Changes with the picture; null without one. */
  avatarVersion: string | null;
}

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `can have at most ${most} characters`)
    .refine((value) => !value.includes('\0'), 'cannot be read')
    .transform((value) => value || null);

const details = z.object({
  display_name: text(200),
  phone: text(50),
  city: text(200),
  state: text(200),
});

export function readDetails(body: unknown): ProfileDetails | { error: string } {
  const parsed = details.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return { error: `${String(issue?.path[0] ?? 'The profile').replace('_', ' ')} ${issue?.message}` };
}

/** The user's own profile; nothing of it is set when there is no row yet (Spec §7, PGRST116 is tolerated). */
export async function readProfile(database: Database, userId: string): Promise<Profile> {
  const row = await database.as({ role: 'authenticated', userId }, (transaction) =>
    transaction
      .selectFrom('profiles')
      .select(['display_name', 'phone', 'city', 'state'])
      .select(sql<string | null>`left(md5(avatar_url), 12)`.as('avatarVersion'))
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  );
  return row ?? { display_name: null, phone: null, city: null, state: null, avatarVersion: null };
}

/** Updates the profile, or inserts it where there is none yet (Spec §7, Profile save). */
export async function saveProfile(database: Database, userId: string, fields: ProfileDetails): Promise<void> {
  await save(database, userId, fields);
}

/**
 * Saves a picture as the avatar dialog cuts it out: a square JPEG as a data URL, 100 to 512 pixels wide. What is stored
 * is a JPEG that the server has written. False, and nothing is saved, for anything else.
 */
export async function saveAvatar(database: Database, userId: string, url: unknown): Promise<boolean> {
  const avatar_url = await redrawn(url);
  if (avatar_url === undefined) return false;
  await save(database, userId, { avatar_url });
  return true;
}

async function save(
  database: Database,
  userId: string,
  fields: ProfileDetails | { avatar_url: string },
): Promise<void> {
  const changed = { ...fields, updated_at: sql<Date>`now()` };
  await database.as({ role: 'authenticated', userId }, (transaction) =>
    transaction
      .insertInto('profiles')
      .values({ user_id: userId, ...changed })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changed))
      .execute(),
  );
}

export async function readAvatar(database: Database, userId: string): Promise<Buffer | undefined> {
  const row = await database.as({ role: 'authenticated', userId }, (transaction) =>
    transaction.selectFrom('profiles').select('avatar_url').where('user_id', '=', userId).executeTakeFirst(),
  );
  const [, base64] = row?.avatar_url?.match(/^data:image\/jpeg;base64,(.+)$/s) ?? [];
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64');
}

async function redrawn(url: unknown): Promise<string | undefined> {
  if (typeof url !== 'string' || url.length > AVATAR_MAX_LENGTH) return undefined;
  const [, base64] = url.match(/^data:image\/jpeg;base64,([A-Za-z\d+/]+={0,2})$/) ?? [];
  if (base64 === undefined) return undefined;
  const limits = { types: ['jpg'] as const, mostPixels: AVATAR_MAX ** 2 };
  const made = await redraw(Buffer.from(base64, 'base64'), limits, async (picture, { width, height }) =>
    width === height && width >= AVATAR_MIN && width <= AVATAR_MAX
      ? picture.autoOrient().jpeg({ quality: AVATAR_QUALITY }).toBuffer()
      : undefined,
  );
  return 'drawn' in made && made.drawn
    ? `data:image/jpeg;base64,${made.drawn.toString('base64')}`
    : undefined;
}
