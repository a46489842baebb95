import { createHash } from 'node:crypto';
import type { RouterContextProvider } from 'react-router';
import { logAdminAction } from '#audit/server';
import { reencodePicture } from '#pictures';
import { type Files, filesContext } from '#services';
import { pictureAddress, pictureWidths } from '#domain/picture.ts';
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_PIXELS, pictureErrors } from '#domain/picture-upload.ts';
import { asStaff } from './only-staff.server.ts';

/** `added` is false if the shop has the picture already. */
type Stored = { address: string; added: boolean } | { error: string };

/** Stores the original and WebP versions of a picture under a hash of its content. */
async function storePicture(files: Files, upload: Blob): Promise<Stored> {
  if (upload.size > MAX_UPLOAD_BYTES) return { error: pictureErrors.tooManyBytes };
  const original = new Uint8Array(await upload.arrayBuffer());
  const hash = createHash('sha256').update(original).digest('hex').slice(0, 32);
  const limits = { types: ['png', 'jpg', 'webp'] as const, maxPixels: MAX_UPLOAD_PIXELS };
  let added = false;
  const stored = await reencodePicture(original, limits, async (picture, { type }) => {
    const upright = picture.autoOrient();
    for (const wide of pictureWidths) {
      const resized = await upright
        .clone()
        .resize({ width: wide, height: wide, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer();
      await files.put(`pictures/${hash}-${wide}.webp`, resized);
    }
    added = await files.put(`originals/${hash}.${type}`, original);
  });
  if ('problem' in stored) return { error: pictureErrors[stored.problem] };
  return { address: pictureAddress(hash), added };
}

/** Stores the picture of an admin's form. Returns {} without one. */
export async function storeUpload(
  context: Readonly<RouterContextProvider>,
  picture: FormDataEntryValue | null | undefined,
): Promise<{ address?: string } | { error: string }> {
  if (!(picture instanceof File) || picture.size === 0) return {};
  const stored = await storePicture(context.get(filesContext), picture);
  if ('error' in stored) return stored;
  const { address, added } = stored;
  // The shop may have the picture already.
  if (added) {
    await asStaff(context)((transaction) =>
      logAdminAction(transaction, 'store_picture', {
        resourceType: 'pictures',
        resourceId: address,
        bytes: picture.size,
      }),
    );
  }
  return { address };
}
