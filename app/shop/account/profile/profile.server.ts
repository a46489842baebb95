import { sql } from 'kysely';
import { z } from 'zod';
import { reencodePicture } from '#core/pictures/pictures.server.ts';
import { AVATAR_MAX, AVATAR_MAX_LENGTH, AVATAR_MIN, AVATAR_QUALITY } from '#core/accounts/account.ts';
import type { Database } from '#core/platform/database.server.ts';

/** Empty fields are null. */
export interface ProfileDetails {
  display_name: string | null;
  phone: string | null;
  city: string | null;
  state: string | null;
}

export interface Profile extends ProfileDetails {
  avatarVersion: string | null;
}

const text = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength, `can have at most ${maxLength} characters`)
    .refine((value) => !value.includes('\0'), 'cannot be read')
    .transform((value) => value || null);

const details = z.object({
  display_name: text(200),
  phone: text(50),
  city: text(200),
  state: text(200),
});

/** Returns the details, or what is wrong with which field. */
export function readDetails(
  form: Partial<Record<string, string>>,
): ProfileDetails | { errors: Record<string, string> } {
  const parsed = details.safeParse(form);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return [name, `${name.replace('_', ' ')} ${message}`];
  });
  return { errors: Object.fromEntries(errors) as Record<string, string> };
}

/** All fields are null when there is no row yet (Spec §7, PGRST116). */
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

export async function saveProfile(database: Database, userId: string, fields: ProfileDetails): Promise<void> {
  await save(database, userId, fields);
}

/** Stores a square JPEG data URL, 100 to 512 pixels wide, encoded again. Returns false for other content. */
export async function saveAvatar(database: Database, userId: string, url: unknown): Promise<boolean> {
  const avatar_url = await reencodeAvatar(url);
  if (avatar_url === undefined) return false;
  await save(database, userId, { avatar_url });
  return true;
}

async function save(
  database: Database,
  userId: string,
  fields: ProfileDetails | { avatar_url: string },
): Promise<void> {
  const values = { ...fields, updated_at: sql<Date>`now()` };
  await database.as({ role: 'authenticated', userId }, (transaction) =>
    transaction
      .insertInto('profiles')
      .values({ user_id: userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
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

async function reencodeAvatar(url: unknown): Promise<string | undefined> {
  if (typeof url !== 'string' || url.length > AVATAR_MAX_LENGTH) return undefined;
  const [, base64] = url.match(/^data:image\/jpeg;base64,([A-Za-z\d+/]+={0,2})$/) ?? [];
  if (base64 === undefined) return undefined;
  const result = await reencodePicture(Buffer.from(base64, 'base64'), {
    types: ['jpg'],
    maxPixels: AVATAR_MAX ** 2,
    square: { min: AVATAR_MIN, max: AVATAR_MAX },
    longest: [AVATAR_MAX],
    format: 'jpg',
    quality: AVATAR_QUALITY,
  });
  const [picture] = 'pictures' in result ? result.pictures : [];
  return picture && `data:image/jpeg;base64,${Buffer.from(picture.content).toString('base64')}`;
}
