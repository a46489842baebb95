import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { answerPictures } from '#core/part-changes/answer-pictures.server.ts';
import { carAlbum } from '#core/yard/car-album.server.ts';
import type { Route } from './+types/vehicle-pictures.ts';

export { pictureForm as accepts } from '#core/values/accepts.ts';

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  if (!isId(id)) throw data(null, { status: 404 });
  return answerPictures(request, context, carAlbum(id.toLowerCase()));
}
