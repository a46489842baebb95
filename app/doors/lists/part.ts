import { data } from 'react-router';
import { databaseContext } from '#core/platform/database.server.ts';
import { isPartId } from '#core/catalog/part.ts';
import { isIllustration } from '#core/catalog/picture.ts';
import { listPartVehicles } from '#core/fitment/fits.server.ts';
import { readPictures } from '#core/catalog/read-pictures.server.ts';
import { toPartJson } from '#core/search/part-json.server.ts';
import { searchParts } from '#core/search/search-parts.server.ts';
import type { Route } from './+types/part.ts';

/** See docs/api.md. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext).public;
  const [part] = isPartId(id)
    ? (await searchParts(database, { filters: { ids: [id] }, sort: 'name', limit: 1 })).parts
    : [];
  if (!part) throw data({ error: 'This part does not exist' }, { status: 404 });
  const [pictures, fitments] = await Promise.all([
    readPictures(database, { id: part.id, imageUrl: part.image_url }),
    listPartVehicles(database, part.id),
  ]);
  const images = pictures.map(({ address, size, alt }) => ({
    url: address,
    width: size?.width ?? null,
    height: size?.height ?? null,
    alt,
    isIllustration: isIllustration(address),
  }));
  const vehicles = fitments.map(({ rule, make, model, fromYear, toYear, engine, trim, position, note }) => ({
    make,
    model,
    from_year: fromYear,
    to_year: toYear,
    engine,
    trim,
    position,
    note,
    rule,
  }));
  return Response.json({ ...toPartJson(part), images, vehicles });
}
