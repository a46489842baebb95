import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { pictureName, type ShownPicture, shownPictures } from './picture.ts';
import type { Part } from './part.ts';

/** Reads the pictures of a part's page. Only uploaded ones need a query. */
export async function readPictures(
  database: Kysely<DB>,
  { id, imageUrl }: Pick<Part, 'id' | 'imageUrl'>,
): Promise<ShownPicture[]> {
  if (!pictureName(imageUrl)) return shownPictures(imageUrl, []);
  const rows = await database
    .selectFrom('part_pictures')
    .select(['address', 'width', 'height', 'alt'])
    .where('part_id', '=', id)
    .where('place', 'is not', null)
    .orderBy('place')
    .execute();
  return shownPictures(
    imageUrl,
    rows.map(({ address, alt, ...size }) => ({ address, size, alt })),
  );
}
