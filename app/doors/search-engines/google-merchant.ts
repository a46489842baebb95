import { databaseContext } from '#core/platform/database.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { restrictLine } from '#core/pricing/restrict-line.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { feedBegin, feedEnd, feedItem } from './product-feed.ts';
import { allIds, readFitments, readMorePictures, readParts } from './read-parts.server.ts';
import { xmlResponse } from './xml-response.server.ts';
import type { Route } from './+types/google-merchant.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(shopContext);
  const database = context.get(databaseContext).public;
  const info = context.get(requestContext);
  if (request.method === 'GET') {
    const allowance = await context.get(limitsContext).take('read-feed', info.clientAddress);
    if (!allowance.allowed) {
      return new Response('Too many requests for this feed. Please try again later.', {
        status: allowance.counted ? 429 : 503,
        headers: { 'Retry-After': String(allowance.seconds), 'Content-Type': 'text/plain; charset=utf-8' },
      });
    }
  }
  return xmlResponse({ request, info, chunks });

  async function* chunks() {
    const { business, shipping, restricted } = context.get(settingsContext);
    yield feedBegin(siteUrl, business);
    for await (const parts of readParts(database, allIds)) {
      const [pictures, vehicles] = [
        await readMorePictures(database, parts),
        await readFitments(database, parts),
      ];
      const items = parts
        .map((part) =>
          feedItem(restrictLine(part, restricted), siteUrl, shipping, {
            morePictures: pictures.get(part.id),
            vehicles: vehicles.get(part.id),
          }),
        )
        .join('');
      if (items) yield items;
    }
    yield feedEnd;
  }
}
