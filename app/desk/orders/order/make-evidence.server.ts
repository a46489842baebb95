import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { MAX_UPLOAD_PIXELS } from '#core/catalog/picture-upload.ts';
import type { Shop } from '#core/settings/shop.ts';
import { reencodePicture } from '#core/pictures/pictures.server.ts';
import type { Files } from '#core/platform/files.server.ts';
import type { Picture } from './pdf-pages.server.ts';
import { type Evidence, readEvidence } from './read-evidence.server.ts';

interface MakeEvidence {
  /** Runs work in one transaction as the signed-in person. */
  asStaff: <T>(work: (transaction: Transaction<DB>) => Promise<T>) => Promise<T>;
  files: Files;
  number: number;
  shop: Shop;
  siteUrl: string;
}

/** Returns a PDF of what speaks for an order. Undefined if the number is unknown. */
export async function makeEvidence({
  asStaff,
  files,
  number,
  shop,
  siteUrl,
}: MakeEvidence): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const evidence = await asStaff((transaction) => readEvidence(transaction, number));
  if (!evidence) return undefined;
  const pictures = await readPictures(files, evidence.photos, shop);
  const { writeEvidence } = await import('./write-evidence.server.ts');
  return writeEvidence({ evidence, pictures, shop, siteUrl, now: new Date() });
}

/** Stripe takes files of up to 5 MB, so more photographs than this become smaller. */
const FEW = 12;

async function readPictures(files: Files, photos: Evidence['photos'], { timeZone }: Shop) {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone });
  const side = photos.length <= FEW ? 1_000 : 600;
  const pictures: (Picture | undefined)[] = [];
  for (const { file, part_name: part, taken_at: taken } of photos) {
    const content = await files.get(file);
    const result =
      content &&
      (await reencodePicture(content, {
        types: ['webp'],
        maxPixels: MAX_UPLOAD_PIXELS,
        longest: [side],
        format: 'jpg',
        quality: 65,
        background: 'white',
      }));
    const [picture] = result && 'pictures' in result ? result.pictures : [];
    if (!picture) {
      pictures.push(undefined);
      continue;
    }
    const caption = `${part ?? 'The parcel'}, ${format.format(taken)}`;
    const { width, height } = picture;
    pictures.push({ jpeg: Buffer.from(picture.content), width, height, caption });
  }
  return pictures;
}
