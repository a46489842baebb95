import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Database, UserIdentity } from '#core/platform/database.server.ts';
import { importLimits } from './import-limits.ts';
import { ImportFileError } from './import-file-error.ts';

/** An uploaded file. Little of it is in memory at a time. */
export interface FileSource {
  bytes: number;
  /** Yields the bytes from `start` up to `end` (exclusive). */
  read(start?: number, end?: number): AsyncGenerator<Uint8Array>;
}

const { pieceBytes } = importLimits;

interface OpenFile {
  admin: UserIdentity;
  importId: string;
  bytes: number;
  /** True for the ZIP file with pictures. */
  ofPictures?: boolean;
}

/** Opens a file. Reads each piece in a transaction of its own, so that a long file holds no connection. */
export function openFile(
  database: Database,
  { admin, importId, bytes, ofPictures = false }: OpenFile,
): FileSource {
  return openPieces(bytes, (place) =>
    database.as(admin, (transaction) =>
      transaction
        .selectFrom('part_import_pieces')
        .select('content')
        .where('import_id', '=', importId)
        .where('of_pictures', '=', ofPictures)
        .where('place', '=', place)
        .executeTakeFirst(),
    ),
  );
}

/** Opens a file that is stored in pieces. @param read reads the piece with a number. */
export function openPieces(
  bytes: number,
  read: (place: number) => Promise<{ content: Uint8Array } | undefined>,
): FileSource {
  let last: { place: number; content: Uint8Array } | undefined;
  async function readPiece(place: number): Promise<Uint8Array> {
    if (last?.place === place) return last.content;
    const row = await read(place);
    if (!row) throw new ImportFileError('Part of the file is missing. Please upload it again');
    last = { place, content: row.content };
    return row.content;
  }
  return {
    bytes,
    async *read(start = 0, end = bytes) {
      let position = start;
      while (position < Math.min(end, bytes)) {
        const place = Math.floor(position / pieceBytes);
        const content = await readPiece(place);
        const from = position - place * pieceBytes;
        const to = Math.min(content.length, end - place * pieceBytes);
        if (to <= from) throw new ImportFileError('Part of the file is missing. Please upload it again');
        yield content.subarray(from, to);
        position += to - from;
      }
    },
  };
}

/** Holds a file in memory, for tests and benchmarks. */
export function fileOf(content: Uint8Array): FileSource {
  return {
    bytes: content.length,
    async *read(start = 0, end = content.length) {
      for (let position = start; position < end; position += pieceBytes)
        yield content.subarray(position, Math.min(end, position + pieceBytes));
    },
  };
}

/** Counts the uploaded bytes of a file. */
export function uploadedBytes(importId: string, { ofPictures = false } = {}) {
  return sql<{ bytes: string }>`
    select coalesce(sum(length(content)), 0) as bytes from part_import_pieces where import_id = ${importId} and of_pictures = ${ofPictures}`;
}

/** Tells whether the file of an import is still here. */
export async function hasFile(transaction: Transaction<DB>, importId: string): Promise<boolean> {
  const piece = await transaction
    .selectFrom('part_import_pieces')
    .select('place')
    .where('import_id', '=', importId)
    .where('of_pictures', '=', false)
    .limit(1)
    .executeTakeFirst();
  return piece !== undefined;
}
