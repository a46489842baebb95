import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { requireOwnReturn } from '../own-return.server.ts';
import { filesContext } from '#core/platform/files.server.ts';
import { readReturnPhoto } from '#core/returns/return-photos.server.ts';
import type { Route } from './+types/return-photo.ts';

export async function loader(args: Route.LoaderArgs) {
  const { params, context } = args;
  const { order, found } = await requireOwnReturn(args);
  const services = { files: context.get(filesContext), run: order.run };
  const content = isId(params.id)
    ? await readReturnPhoto(services, { id: params.id, returnId: found.id })
    : undefined;
  if (!content) throw data(null, { status: 404 });
  return new Response(content, {
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': 'private, max-age=3600' },
  });
}
