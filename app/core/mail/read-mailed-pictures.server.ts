import { type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { pictureForWidth } from '#core/catalog/picture.ts';
import { PICTURE_SIZE } from './mail-look.ts';
import type { MailedPicture } from './ui/mail-parts.tsx';

/** Part id -> picture. */
export type MailedPictures = ReadonlyMap<string | null, MailedPicture>;

/** Finds the pictures of parts that the shop itself stores. Other pictures could tell their owner who reads a mail. */
export async function readMailedPictures(
  transaction: Transaction<DB>,
  lines: readonly { part_id: string | null; part_name: string }[],
  siteUrl: string,
): Promise<MailedPictures> {
  const ids = lines.flatMap(({ part_id: id }) => id ?? []);
  if (ids.length === 0) return new Map();
  const parts = await transaction
    .selectFrom('parts_catalog')
    .select(['id', 'image_url'])
    .where('id', 'in', ids)
    .where('image_url', 'like', '/%')
    .execute();
  return new Map(
    parts.flatMap(({ id, image_url: address }) => {
      const src = mailedAddress(address, siteUrl);
      const alt = lines.find((line) => line.part_id === id)?.part_name ?? '';
      return src === undefined ? [] : [[id, { src, alt }] as const];
    }),
  );
}

/** Works like readMailedPictures, for parts of the catalog. */
export function readPartPictures(
  transaction: Transaction<DB>,
  parts: readonly { id: string; name: string }[],
  siteUrl: string,
): Promise<MailedPictures> {
  return readMailedPictures(
    transaction,
    parts.map(({ id, name }) => ({ part_id: id, part_name: name })),
    siteUrl,
  );
}

/** Returns the absolute address of a picture. Undefined if the shop does not store it. */
export function mailedAddress(address: string | null, siteUrl: string): string | undefined {
  if (!address || !/^\/(files\/(pictures|drawings)|parts)\/[\w./-]+(#[a-z-]+)?$/.test(address))
    return undefined;
  return siteUrl + pictureForWidth(address, PICTURE_SIZE);
}
