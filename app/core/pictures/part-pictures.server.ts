import { randomUUID } from 'node:crypto';
import { pictureAddress, pictureWidths } from '#core/catalog/picture.ts';
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_PIXELS, pictureErrors } from '#core/catalog/picture-upload.ts';
import { type PictureType, reencodePicture } from './pictures.server.ts';
import type { Files } from '#core/platform/files.server.ts';

interface StoredPicture {
  /** 32 hexadecimal digits, never used before, so that tidyPhotographs can't delete the file of a new row. */
  name: string;
  address: string;
  /** Pixels of the largest size. */
  width: number;
  height: number;
  original: Uint8Array<ArrayBuffer>;
  type: PictureType;
}

/**
 * Stores a picture upright, without metadata such as its place, in the sizes of pictureWidths. The caller writes its address
 * afterward: a crash in between leaves files, which are deleted nightly, but no address without files.
 */
export async function storePicture(
  files: Files,
  upload: FormDataEntryValue | null,
): Promise<StoredPicture | { problem: string }> {
  if (!(upload instanceof File) || upload.size === 0) return { problem: 'Please choose a picture.' };
  if (upload.size > MAX_UPLOAD_BYTES) return { problem: pictureErrors.tooManyBytes };
  const original = new Uint8Array(await upload.arrayBuffer());
  const made = await reencodePicture(original, {
    types: ['png', 'jpg', 'webp'],
    maxPixels: MAX_UPLOAD_PIXELS,
    longest: pictureWidths,
    format: 'webp',
    quality: 80,
  });
  if ('problem' in made) return { problem: pictureErrors[made.problem] };
  const name = randomUUID().replaceAll('-', '');
  let [width, height] = [0, 0];
  for (const [index, picture] of made.pictures.entries()) {
    await files.put(`pictures/${name}-${pictureWidths[index]}.webp`, picture.content);
    if (picture.width > width || picture.height > height) ({ width, height } = picture);
  }
  return { name, address: pictureAddress(name), width, height, original, type: made.type };
}

/** Reads the size of a stored picture, in pixels. Returns undefined if it does not exist. */
export async function readPictureSize(files: Files, name: string) {
  const content = await files.get(`pictures/${name}-${Math.max(...pictureWidths)}.webp`);
  if (!content) return undefined;
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(content).metadata();
  return { width, height };
}
