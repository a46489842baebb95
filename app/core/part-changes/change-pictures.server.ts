import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import {
  isIllustration,
  MAX_ALT_LENGTH,
  MAX_PICTURES,
  pictureAddress,
  pictureName,
} from '#core/catalog/picture.ts';
import type { Files } from '#core/platform/files.server.ts';
import { readPictureSize, storePicture } from '#core/pictures/part-pictures.server.ts';
import type { RunAsPerson } from '#core/accounts/only-staff.server.ts';
import { findTable, lockPart } from './part-table.server.ts';
import type { AdminPicture, PicturesResult } from './admin-picture.ts';

const FULL = `A part can have up to ${MAX_PICTURES} pictures.`;

/** Reads the pictures of a part in order. */
export async function readPictures(transaction: Transaction<DB>, partId: string): Promise<AdminPicture[]> {
  const rows = await transaction
    .selectFrom('part_pictures')
    .select(['id', 'address', 'width', 'height', 'alt'])
    .where('part_id', '=', partId)
    .where('place', 'is not', null)
    .orderBy('place')
    .execute();
  return rows.map(({ id, address, width, height, alt }) => ({
    id,
    address,
    width,
    height,
    alt: alt ?? '',
    isIllustration: isIllustration(address),
  }));
}

/** Locks pictures, even of a part that is not saved yet and has no row to lock. */
export async function lockPictures(transaction: Transaction<DB>, partId: string): Promise<AdminPicture[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pictures of ${partId}`}, 0))`.execute(
    transaction,
  );
  // Saving a part locks it before its pictures.
  await lockPart(transaction, partId);
  return readPictures(transaction, partId);
}

interface NewPicture {
  files: Files;
  asStaff: RunAsPerson;
  partId: string;
  /** The browser chooses it. A repeated upload adds nothing. */
  id: string;
  upload: FormDataEntryValue | null;
}

/** Adds a picture after the others. Files are stored first: a crash leaves no row without a file. */
export async function addPicture({
  files,
  asStaff,
  partId,
  id,
  upload,
}: NewPicture): Promise<PicturesResult> {
  const known = await asStaff(async (transaction) => {
    const pictures = await readPictures(transaction, partId);
    return (await findKnown(transaction, { id, partId, pictures })) ?? refuseFull(pictures);
  });
  if (known) return known;
  const stored = await storePicture(files, upload);
  if ('problem' in stored) return { done: false, message: stored.problem };
  const { address, width, height } = stored;
  return asStaff(async (transaction) => {
    const pictures = await lockPictures(transaction, partId);
    const sent = (await findKnown(transaction, { id, partId, pictures })) ?? refuseFull(pictures);
    if (sent) return sent;
    const first = pictures.length === 0 ? await findSinglePicture(transaction, files, partId) : undefined;
    const added = [...(first ? [first] : []), { id, address, width, height }];
    await transaction
      .insertInto('part_pictures')
      .values(
        added.map((picture, index) => ({
          id: picture.id,
          part_id: partId,
          place: pictures.length + index + 1,
          address: picture.address,
          width: picture.width,
          height: picture.height,
        })),
      )
      .execute();
    await logAdminAction(transaction, 'store_picture', {
      resourceType: 'pictures',
      resourceId: address,
      part: partId,
    });
    return { done: true, pictures: await readPictures(transaction, partId) };
  });
}

/** Finds the single uploaded picture of a part, which has no row. It stays the first one. */
export async function findSinglePicture(transaction: Transaction<DB>, files: Files, partId: string) {
  const table = await findTable(transaction, partId);
  const part =
    table &&
    (await transaction.selectFrom(table).select('image_url').where('id', '=', partId).executeTakeFirst());
  const name = pictureName(part?.image_url ?? null);
  const size = name && (await readPictureSize(files, name));
  return size ? { id: randomUUID(), address: part?.image_url as string, ...size } : undefined;
}

function refuseFull(pictures: AdminPicture[]): PicturesResult | undefined {
  return pictures.length >= MAX_PICTURES ? { done: false, message: FULL } : undefined;
}

interface Known {
  id: string;
  partId: string;
  pictures: AdminPicture[];
}

async function findKnown(
  transaction: Transaction<DB>,
  { id, partId, pictures }: Known,
): Promise<PicturesResult | undefined> {
  const row = await transaction
    .selectFrom('part_pictures')
    .select('part_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  return row.part_id === partId
    ? { done: true, pictures }
    : { done: false, message: 'This picture belongs to another part.' };
}

const changes = z
  .array(
    z.object({
      id: z.guid(),
      alt: z
        .string()
        .trim()
        .max(MAX_ALT_LENGTH)
        .refine((text) => text.isWellFormed() && !text.includes('\0')),
      isIllustration: z.boolean(),
      removed: z.boolean().default(false),
    }),
  )
  .max(100)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length);

type PictureChange = z.infer<typeof changes>[number];

/** Reads the form field `pictures`. Returns undefined if it is invalid. */
export function readChanges(sent: FormDataEntryValue | null): PictureChange[] | undefined {
  if (typeof sent !== 'string') return undefined;
  try {
    return changes.safeParse(JSON.parse(sent)).data;
  } catch {
    return undefined;
  }
}

/**
 * Gives pictures the sent order and facts, removes those marked as removed, and puts back removed ones that are not. Pictures
 * that are not named, such as those that someone else has just added, stay after them.
 */
export async function changePictures(
  transaction: Transaction<DB>,
  partId: string,
  sent: PictureChange[],
): Promise<PicturesResult> {
  const before = await lockPictures(transaction, partId);
  const rows = await transaction
    .selectFrom('part_pictures')
    .select(['id', 'address'])
    .where('part_id', '=', partId)
    .execute();
  const addresses = new Map(rows.map(({ id, address }) => [id, address]));
  const named = sent.filter(({ id }) => addresses.has(id));
  const others = before.filter(({ id }) => !named.some((each) => each.id === id));
  const kept = [...named.filter(({ removed }) => !removed), ...others];
  if (kept.length > MAX_PICTURES) return { done: false, message: FULL };
  if (named.length > 0) {
    const values = [...kept, ...named.filter(({ removed }) => removed)].map((picture, index) => ({
      id: picture.id,
      place: index < kept.length ? index + 1 : null,
      alt: picture.alt || null,
      address: pictureAddress(pictureName(addresses.get(picture.id) ?? null) ?? '', picture.isIllustration),
    }));
    await sql`
      update part_pictures as picture
      set place = sent.place, alt = sent.alt, address = sent.address,
        removed_at = case when sent.place is null then coalesce(removed_at, now()) end
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
        as sent (id uuid, place smallint, alt text, address text)
      where picture.id = sent.id and part_id = ${partId}::uuid
        and (picture.place, picture.alt, picture.address) is distinct from (sent.place, sent.alt, sent.address)`.execute(
      transaction,
    );
  }
  const pictures = await readPictures(transaction, partId);
  if (JSON.stringify(pictures) !== JSON.stringify(before)) {
    await logAdminAction(transaction, 'change_pictures', {
      resourceId: partId,
      pictures: pictures.map(({ address }) => address),
    });
  }
  return { done: true, pictures };
}
