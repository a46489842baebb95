import { data } from 'react-router';
import { isPartId as isId } from '#domain/part.ts';
import { asStaff } from '#features/admin/only-staff.server.ts';
import { filesContext } from '#services';
import type { Route } from './+types/admin.order-photo.ts';

const types: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

/** Photographs of packed parts are private. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  if (!isId(id)) throw data(null, { status: 404 });
  const photo = await asStaff(context)((transaction) =>
    transaction.selectFrom('order_photos').select('file').where('id', '=', id).executeTakeFirst(),
  );
  const type = types[photo?.file.split('.').at(-1) ?? ''];
  const content = photo && type ? await context.get(filesContext).get(photo.file) : undefined;
  if (!content || !type) throw data(null, { status: 404 });
  return new Response(content, {
    headers: { 'Content-Type': type, 'Cache-Control': 'private, max-age=3600' },
  });
}
