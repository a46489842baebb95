import { createHash } from 'node:crypto';
import type { Files } from '#services';
import { pictureAddress, pictureWidths } from '#domain/picture.ts';
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_PIXELS, pictureErrors } from '#domain/picture-upload.ts';

/** `added` is false when the shop had the same picture already. */
type Stored = { address: string; added: boolean } | { error: string };

/**
 * Checks an uploaded picture by its content, keeps it as it came, and beside it WebP in the widths that the shop
 * shows. All are named by the content: the same picture again is the same file, and none is ever overwritten.
 */
export async function storePicture(files: Files, upload: Blob): Promise<Stored> {
  if (upload.size > MAX_UPLOAD_BYTES) return { error: pictureErrors.tooManyBytes };
  const original = new Uint8Array(await upload.arrayBuffer());
  const type = typeOf(original);
  if (!type) return { error: pictureErrors.wrongType };

  // Native and large, and only needed here.
  const { default: sharp } = await import('sharp');
  const picture = sharp(original, { limitInputPixels: MAX_UPLOAD_PIXELS, failOn: 'error' });
  const hash = createHash('sha256').update(original).digest('hex').slice(0, 32);
  try {
    const { width, height } = await picture.metadata();
    if (width * height > MAX_UPLOAD_PIXELS) return { error: pictureErrors.tooManyPixels };
    // Upright as the camera held it; what else the file tells (place, time, camera) is left behind.
    const upright = picture.autoOrient();
    for (const wide of pictureWidths) {
      const made = await upright
        .clone()
        .resize({ width: wide, height: wide, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer();
      await files.put(`pictures/${hash}-${wide}.webp`, made);
    }
  } catch (error) {
    if (isOfDisk(error)) throw error;
    return {
      error: /pixel limit/.test(String(error)) ? pictureErrors.tooManyPixels : pictureErrors.unreadable,
    };
  }
  const added = await files.put(`originals/${hash}.${type}`, original);
  return { address: pictureAddress(hash), added };
}

/** By the first bytes, whatever the file is called and claims to be. An SVG is text and none of these. */
function typeOf(content: Uint8Array): 'png' | 'jpg' | 'webp' | undefined {
  const start = Buffer.from(content.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpg';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp';
  return undefined;
}

function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
