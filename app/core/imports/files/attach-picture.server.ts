import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { MAX_PICTURES } from '#core/catalog/picture.ts';
import type { Files } from '#core/platform/files.server.ts';
import { findTable } from '#core/part-changes/part-table.server.ts';
import { findSinglePicture, lockPictures, partAlbum } from '#core/part-changes/change-pictures.server.ts';

export interface WantedPicture {
  id: string;
  partId: string;
  /** Order within the part. */
  number: number;
  source: string;
}

interface Attach {
  files: Files;
  importId: string;
  wanted: WantedPicture;
  hash: Uint8Array;
  stored: { address: string; width: number; height: number };
}

/**
 * Gives a part a picture whose files are stored: after the pictures that it has, and in the order of the file. Does nothing if the
 * import was undone, or another attempt has added it.
 */
export async function attachPicture(
  transaction: Transaction<DB>,
  { files, importId, wanted, hash, stored }: Attach,
): Promise<void> {
  if (!(await isWanted(transaction, importId, wanted.id))) return;
  const { partId, source } = wanted;
  const pictures = await lockPictures(transaction, partAlbum(partId));
  const table = await findTable(transaction, partId);
  if (!table) return fail(transaction, wanted.id, 'The part was deleted');
  if (await settleKnown(transaction, { wanted, hash })) return;
  const single = pictures.length === 0 ? await findSinglePicture(transaction, files, partId) : undefined;
  if (pictures.length >= MAX_PICTURES)
    return fail(transaction, wanted.id, `A part can have up to ${MAX_PICTURES} pictures`);
  const { image_url: replaced = null } =
    pictures.length > 0 || single
      ? {}
      : ((await transaction
          .selectFrom(table)
          .select('image_url')
          .where('id', '=', partId)
          .executeTakeFirst()) ?? {});
  if (single) await insert(transaction, { ...single, partId, place: 1 });
  const place = await findPlace(transaction, { importId, wanted, count: pictures.length + (single ? 1 : 0) });
  await sql`update part_pictures set place = place + 1 where part_id = ${partId} and place >= ${place}`.execute(
    transaction,
  );
  await insert(transaction, { ...stored, id: wanted.id, partId, place });
  await transaction
    .insertInto('part_picture_sources')
    .values({ picture_id: wanted.id, part_id: partId, source, content_hash: Buffer.from(hash) })
    .execute();
  await settle(transaction, wanted.id, { state: 'added', picture_id: wanted.id, replaced });
}

/** Locks the picture, and the import against undoing. */
async function isWanted(transaction: Transaction<DB>, importId: string, id: string): Promise<boolean> {
  const found = await transaction
    .selectFrom('part_changes')
    .select('id')
    .where('id', '=', importId)
    .where('state', '=', 'ended')
    .forShare()
    .executeTakeFirst();
  const wanted =
    found &&
    (await transaction
      .selectFrom('part_import_pictures')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .forUpdate()
      .executeTakeFirst());
  return wanted !== undefined;
}

/** Settles a picture whose bytes the part already has. Returns false if it doesn't have them. */
export async function settleKnown(
  transaction: Transaction<DB>,
  { wanted: { id, partId, source }, hash }: { wanted: WantedPicture; hash: Uint8Array },
): Promise<boolean> {
  const known = await transaction
    .selectFrom('part_picture_sources')
    .select(['picture_id', 'part_id', 'content_hash'])
    .where('part_id', '=', partId)
    .where('content_hash', '=', Buffer.from(hash))
    .limit(1)
    .executeTakeFirst();
  if (!known) return false;
  await transaction
    .insertInto('part_picture_sources')
    .values({ ...known, source })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await settle(transaction, id, { state: 'known' });
  return true;
}

/** Finds the place before the pictures of the same import that come after it, such as when it failed at first. */
async function findPlace(
  transaction: Transaction<DB>,
  { importId, wanted, count }: { importId: string; wanted: WantedPicture; count: number },
): Promise<number> {
  const later = await transaction
    .selectFrom('part_import_pictures as added')
    .innerJoin('part_pictures as picture', 'picture.id', 'added.picture_id')
    .select(({ fn }) => fn.min('picture.place').as('place'))
    .where('import_id', '=', importId)
    .where('state', '=', 'added')
    .where('picture.part_id', '=', wanted.partId)
    .where('picture.place', 'is not', null)
    .where('number', '>', wanted.number)
    .executeTakeFirst();
  return later?.place ?? count + 1;
}

interface NewPicture {
  id: string;
  partId: string;
  place: number;
  address: string;
  width: number;
  height: number;
}

async function insert(
  transaction: Transaction<DB>,
  { id, partId: part_id, place, address, width, height }: NewPicture,
): Promise<void> {
  await transaction
    .insertInto('part_pictures')
    .values({ id, part_id, place, address, width, height })
    .execute();
}

/** Marks a picture as failed. It is not tried again until an admin asks. */
export function fail(transaction: Transaction<DB>, id: string, reason: string): Promise<void> {
  return settle(transaction, id, { state: 'failed', reason: reason.slice(0, 300) });
}

async function settle(
  transaction: Transaction<DB>,
  id: string,
  values: { state: string; reason?: string; picture_id?: string; replaced?: string | null },
): Promise<void> {
  await transaction
    .updateTable('part_import_pictures')
    .set(values)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}
