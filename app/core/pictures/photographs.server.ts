import { randomUUID } from 'node:crypto';
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_PIXELS, pictureErrors } from '#core/catalog/picture-upload.ts';
import { reencodePicture } from './pictures.server.ts';
import type { Files } from '#core/platform/files.server.ts';

/** Pixels. They are enough to read a part number. */
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
  const stored = await reencodePicture(new Uint8Array(await upload.arrayBuffer()), {
    types: ['png', 'jpg', 'webp'],
    maxPixels: MAX_UPLOAD_PIXELS,
    longest: [PHOTO_WIDTH],
    format: 'webp',
    quality: 80,
  });
  if ('problem' in stored) return { problem: pictureErrors[stored.problem] };
  const id = randomUUID();
  const file = `${PHOTO_FOLDER}/${id}.webp`;
  await files.put(file, stored.pictures[0]?.content ?? new Uint8Array());
  return { id, file };
}
