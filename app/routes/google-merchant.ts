import { databaseContext } from '#services/database.server.ts';
import { limitsContext } from '#services/limits.server.ts';
import { requestContext } from '#services/request.server.ts';
import { shopContext } from '#services/shop.server.ts';
import { restrictLine } from '#domain/restricted/restrict-line.ts';
import { settingsContext } from '#settings';
import { feedBegin, feedEnd, feedItem } from '#features/seo/product-feed.ts';
import { allIds, readFitments, readMorePictures, readParts } from '#features/seo/read-parts.server.ts';
import { xmlResponse } from '#features/seo/xml-response.server.ts';
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
