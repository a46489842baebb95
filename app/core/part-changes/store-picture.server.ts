import type { RouterContextProvider } from 'react-router';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import { filesContext } from '#core/platform/files.server.ts';
import { storePicture } from '#core/pictures/part-pictures.server.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';

/** Stores the picture of a form, and its original for admins. Returns {} if there is none. */
export async function storeUpload(
  context: Readonly<RouterContextProvider>,
  picture: FormDataEntryValue | null | undefined,
): Promise<{ address?: string } | { error: string }> {
  if (!(picture instanceof File) || picture.size === 0) return {};
  const files = context.get(filesContext);
  const stored = await storePicture(files, picture);
  if ('problem' in stored) return { error: stored.problem };
  const { address, name, type, original } = stored;
  await files.put(`originals/${name}.${type}`, original);
  await asStaff(context)((transaction) =>
    logAdminAction(transaction, 'store_picture', {
      resourceType: 'pictures',
      resourceId: address,
      bytes: picture.size,
    }),
  );
  return { address };
}
