import { shopContext } from '#core/platform/shop.server.ts';
import { describeApi } from './describe-api.ts';
import type { Route } from './+types/openapi.ts';

/** Needs no key: the description of the API is public. */
export function loader({ context }: Route.LoaderArgs) {
  return Response.json(describeApi(context.get(shopContext).siteUrl), {
    headers: { 'Cache-Control': 'public, max-age=300' },
  });
}
