import { redirect } from 'react-router';
import { isPartId } from '#core/catalog/part.ts';
import { shareAddress, toSharedPart } from '../share-address.ts';
import { readPart } from '#core/search/read-part.server.ts';
import { drawSharePicture, shareVersion } from '../share-picture.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { filesContext } from '#core/platform/files.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/share.ts';

/** Serves a part's picture for link previews, 1200 x 630. Its address names its content. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const part = isPartId(params.id)
    ? await readPart(context.get(databaseContext).public, params.id)
    : undefined;
  if (!part) return new Response('Not found', { status: 404 });
  const shared = toSharedPart(part, context.get(settingsContext).business.name);
  const version = shareVersion(shared);
  if (params.file !== `${version}.jpg`)
    return redirect(shareAddress(part, context.get(shopContext).siteUrl, version), 302);
  const picture = await drawSharePicture(shared, context.get(filesContext));
  if (!picture) return new Response('Busy', { status: 503, headers: { 'Retry-After': '5' } });
  return new Response(new Uint8Array(picture), {
    headers: {
      'Content-Type': 'image/jpeg',
      'Cache-Control': 'public, max-age=31536000, immutable',
      // Messengers show the picture.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  });
}
