import { shopContext } from '#services/shop.server.ts';
import { describeApi } from '#features/api/openapi.ts';
import type { Route } from './+types/api.v1.openapi.ts';

/** Public: it describes the API, and needs no key. */
export function loader({ context }: Route.LoaderArgs) {
  return Response.json(describeApi(context.get(shopContext).siteUrl), {
    headers: { 'Cache-Control': 'public, max-age=300' },
  });
}
