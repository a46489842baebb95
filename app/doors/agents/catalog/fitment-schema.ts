import { data } from 'react-router';
import { shopContext } from '#core/platform/shop.server.ts';
import { fitmentSchema } from './fitment-documents.ts';
import { shopExtensions } from '#core/agents/fitment-extension.ts';
import type { Route } from './+types/fitment-schema.ts';

/** Answers 404 if the shop's address has no name in the protocol. */
export function loader({ context }: Route.LoaderArgs) {
  const [extension] = Object.entries(shopExtensions(context.get(shopContext).siteUrl));
  if (!extension) throw data({ error: 'This shop declares no extension' }, { status: 404 });
  const [name, { schema }] = extension;
  return Response.json(fitmentSchema(name, schema), {
    headers: { 'Cache-Control': 'public, max-age=3600' },
  });
}
