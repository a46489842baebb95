import { shopContext } from '#core/platform/shop.server.ts';
import { describeApi } from './describe-api.ts';
import type { Route } from './+types/openapi.ts';

/** Public: it describes the API, and needs no key. */
export function loader({ context }: Route.LoaderArgs) {
  return Response.json(describeApi(context.get(shopContext).siteUrl), {
    headers: { 'Cache-Control': 'public, max-age=300' },
  });
}
