import { randomUUID } from 'node:crypto';
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_PIXELS, pictureErrors } from '#domain/picture-upload.ts';
import { reencodePicture } from './pictures.server.ts';
import type { Files } from './services.server.ts';

/** In pixels. Enough to read a part number. */
const PHOTO_WIDTH = 1600;

export const PHOTO_FOLDER = 'photos';

export type StoredPhotograph = { id: string; file: string } | { problem: string };

/**
 * Stores the photograph of a form, encoded again without its metadata, such as the place where it was taken. The caller adds
 * a row for it afterward: a crash in between leaves no row without a file.
 */
export async function storePhotograph(
  files: Files,
  upload: FormDataEntryValue | null,
): Promise<StoredPhotograph> {
  if (!(upload instanceof File) || upload.size === 0) return { problem: 'choose a picture' };
  if (upload.size > MAX_UPLOAD_BYTES) return { problem: pictureErrors.tooManyBytes };
  const limits = { types: ['png', 'jpg', 'webp'] as const, maxPixels: MAX_UPLOAD_PIXELS };
  const stored = await reencodePicture(new Uint8Array(await upload.arrayBuffer()), limits, (picture) =>
    picture
      .autoOrient()
      .resize({ width: PHOTO_WIDTH, height: PHOTO_WIDTH, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer(),
  );
  if ('problem' in stored) return { problem: pictureErrors[stored.problem] };
  const id = randomUUID();
  const file = `${PHOTO_FOLDER}/${id}.webp`;
  await files.put(file, stored.encoded);
  return { id, file };
}
