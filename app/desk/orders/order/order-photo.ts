import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { readPhoto } from './order-photos.server.ts';
import { filesContext } from '#core/platform/files.server.ts';
import type { Route } from './+types/order-photo.ts';

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const content = isId(id) ? await readPhoto(context.get(filesContext), asStaff(context), id) : undefined;
  if (!content) throw data(null, { status: 404 });
  return new Response(content, {
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': 'private, max-age=3600' },
  });
}
