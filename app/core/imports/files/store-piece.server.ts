import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { importLimits } from './import-limits.ts';
import type { ActionResult } from '#core/values/action-result.ts';

const { pieceBytes } = importLimits;

const FAILURE = 'Error importing the file';

interface Piece {
  importId: string;
  place: number;
  content: Uint8Array;
  /** True for the ZIP file with pictures. */
  ofPictures: boolean;
}

/** Stores a piece of a file. Keeps a piece that was sent before. All pieces but the last have the same size. */
export async function storePiece(
  transaction: Transaction<DB>,
  { importId, place, content, ofPictures }: Piece,
): Promise<ActionResult> {
  const bytes = ofPictures ? 'zip_bytes' : 'file_bytes';
  const found = await transaction
    .selectFrom('part_changes')
    .select(`${bytes} as bytes`)
    .where('id', '=', importId)
    .where(ofPictures ? 'zip_state' : 'state', '=', 'uploading')
    .forUpdate()
    .executeTakeFirst();
  if (!found) return { done: false, message: `${FAILURE}: it is not being uploaded` };
  const size = Math.min(pieceBytes, Number(found.bytes) - place * pieceBytes);
  if (content.length !== size) {
    return { done: false, message: `${FAILURE}: piece ${place + 1} must have ${Math.max(size, 0)} bytes` };
  }
  await transaction
    .insertInto('part_import_pieces')
    .values({ import_id: importId, of_pictures: ofPictures, place, content: Buffer.from(content) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { done: true };
}
