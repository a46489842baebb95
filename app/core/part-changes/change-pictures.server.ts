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

/** The pictures of a part or a car. */
export interface Album {
  of: 'part' | 'car';
  table: 'part_pictures' | 'yard_pictures';
  owner: 'part_id' | 'vehicle_id';
  /** Id of the part or car. */
  id: string;
  /** Keeps others from changing the pictures until the transaction ends. @throws {Refused} if they may not be changed */
  lock(transaction: Transaction<DB>): Promise<void>;
}

export function partAlbum(partId: string): Album {
  return {
    of: 'part',
    table: 'part_pictures',
    owner: 'part_id',
    id: partId,
    async lock(transaction) {
      // A part that is not saved yet has no row to lock.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`pictures of ${partId}`}, 0))`.execute(
        transaction,
      );
      // Saving a part locks it before its pictures.
      await lockPart(transaction, partId);
    },
  };
}

const sayFull = (album: Album) => `A ${album.of} can have up to ${MAX_PICTURES} pictures.`;

/** Limits a statement to the rows of an album. */
const isIn = ({ owner, id }: Album) => sql<boolean>`${sql.ref(owner)} = ${id}::uuid`;

/** Reads pictures in order. */
export async function readPictures(transaction: Transaction<DB>, album: Album): Promise<AdminPicture[]> {
  const { rows } = await sql<Omit<AdminPicture, 'isIllustration'>>`
    select id, address, width, height, coalesce(alt, '') as alt from ${sql.table(album.table)}
    where ${isIn(album)} and place is not null order by place`.execute(transaction);
  return rows.map((row) => Object.assign(row, { isIllustration: isIllustration(row.address) }));
}

/** Locks pictures, and reads them. */
export async function lockPictures(transaction: Transaction<DB>, album: Album): Promise<AdminPicture[]> {
  await album.lock(transaction);
  return readPictures(transaction, album);
}

interface NewPicture {
  files: Files;
  asStaff: RunAsPerson;
  album: Album;
  /** The browser chooses it. A repeated upload adds nothing. */
  id: string;
  upload: FormDataEntryValue | null;
}

/** Adds a picture after the others. Files are stored first: a crash leaves no row without a file. */
export async function addPicture({ files, asStaff, album, id, upload }: NewPicture): Promise<PicturesResult> {
  const known = await asStaff(async (transaction) => {
    const pictures = await readPictures(transaction, album);
    return (await findKnown(transaction, { id, album, pictures })) ?? refuseFull(album, pictures);
  });
  if (known) return known;
  const stored = await storePicture(files, upload);
  if ('problem' in stored) return { done: false, message: stored.problem };
  const { address, width, height } = stored;
  return asStaff(async (transaction) => {
    const pictures = await lockPictures(transaction, album);
    const sent = (await findKnown(transaction, { id, album, pictures })) ?? refuseFull(album, pictures);
    if (sent) return sent;
    const first =
      album.of === 'part' && pictures.length === 0
        ? await findSinglePicture(transaction, files, album.id)
        : undefined;
    const added = [...(first ? [first] : []), { id, address, width, height }];
    const rows = added.map(
      (picture, index) =>
        sql`(${picture.id}::uuid, ${album.id}::uuid, ${pictures.length + index + 1}::smallint, ${picture.address},
          ${picture.width}::integer, ${picture.height}::integer)`,
    );
    await sql`
      insert into ${sql.table(album.table)} (id, ${sql.ref(album.owner)}, place, address, width, height)
      values ${sql.join(rows)}`.execute(transaction);
    await logAdminAction(transaction, 'store_picture', {
      resourceType: 'pictures',
      resourceId: address,
      [album.of]: album.id,
    });
    return { done: true, pictures: await readPictures(transaction, album) };
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

function refuseFull(album: Album, pictures: AdminPicture[]): PicturesResult | undefined {
  return pictures.length >= MAX_PICTURES ? { done: false, message: sayFull(album) } : undefined;
}

interface Known {
  id: string;
  album: Album;
  pictures: AdminPicture[];
}

async function findKnown(
  transaction: Transaction<DB>,
  { id, album, pictures }: Known,
): Promise<PicturesResult | undefined> {
  const { rows } = await sql<{ isHere: boolean }>`
    select ${isIn(album)} as "isHere" from ${sql.table(album.table)} where id = ${id}::uuid`.execute(
    transaction,
  );
  const [row] = rows;
  if (!row) return undefined;
  return row.isHere
    ? { done: true, pictures }
    : { done: false, message: `This picture belongs to another ${album.of}.` };
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
  album: Album,
  sent: PictureChange[],
): Promise<PicturesResult> {
  const before = await lockPictures(transaction, album);
  const { rows } = await sql<{ id: string; address: string }>`
    select id, address from ${sql.table(album.table)} where ${isIn(album)}`.execute(transaction);
  const addresses = new Map(rows.map(({ id, address }) => [id, address]));
  const named = sent.filter(({ id }) => addresses.has(id));
  const others = before.filter(({ id }) => !named.some((each) => each.id === id));
  const kept = [...named.filter(({ removed }) => !removed), ...others];
  if (kept.length > MAX_PICTURES) return { done: false, message: sayFull(album) };
  if (named.length > 0) {
    const values = [...kept, ...named.filter(({ removed }) => removed)].map((picture, index) => ({
      id: picture.id,
      place: index < kept.length ? index + 1 : null,
      alt: picture.alt || null,
      address: pictureAddress(pictureName(addresses.get(picture.id) ?? null) ?? '', picture.isIllustration),
    }));
    await sql`
      update ${sql.table(album.table)} as picture
      set place = sent.place, alt = sent.alt, address = sent.address,
        removed_at = case when sent.place is null then coalesce(removed_at, now()) end
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
        as sent (id uuid, place smallint, alt text, address text)
      where picture.id = sent.id and ${isIn(album)}
        and (picture.place, picture.alt, picture.address) is distinct from (sent.place, sent.alt, sent.address)`.execute(
      transaction,
    );
  }
  const pictures = await readPictures(transaction, album);
  if (JSON.stringify(pictures) !== JSON.stringify(before)) {
    await logAdminAction(transaction, 'change_pictures', {
      ...(album.of === 'car' && { resourceType: 'yard_vehicles' }),
      resourceId: album.id,
      pictures: pictures.map(({ address }) => address),
    });
  }
  return { done: true, pictures };
}
