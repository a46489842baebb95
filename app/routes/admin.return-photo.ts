import { data } from 'react-router';
import { isPartId as isId } from '#domain/part.ts';
import { asStaff } from '#features/admin/only-staff.server.ts';
import { filesContext } from '#services/files.server.ts';
import { readReturnPhoto } from '#services/return-photos.server.ts';
import type { Route } from './+types/admin.return-photo.ts';

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const services = { files: context.get(filesContext), run: asStaff(context) };
  const content = isId(id) ? await readReturnPhoto(services, { id }) : undefined;
  if (!content) throw data(null, { status: 404 });
  return new Response(content, {
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': 'private, max-age=3600' },
  });
}
