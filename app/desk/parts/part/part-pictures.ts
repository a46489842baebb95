import { data } from 'react-router';
import { isPartId } from '#core/catalog/part.ts';
import { answerPictures } from '#core/part-changes/answer-pictures.server.ts';
import { partAlbum } from '#core/part-changes/change-pictures.server.ts';
import type { Route } from './+types/part-pictures.ts';

export { pictureForm as accepts } from '#core/values/accepts.ts';

/** Changes the pictures of a part, which may be saved later. */
export async function action({ request, params: { id: partId }, context }: Route.ActionArgs) {
  if (!isPartId(partId)) throw data(null, { status: 404 });
  return answerPictures(request, context, partAlbum(partId.toLowerCase()));
}
