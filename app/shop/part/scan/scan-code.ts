import { data } from 'react-router';
import { renderSVG } from 'uqr';
import { findScanned } from './scanned.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import type { Route } from './+types/scan-code.ts';

const SECONDS_OF_A_DAY = 86_400;

/** Draws the code that labels and papers print. It stands for the address of a part or an order, and says nothing about it. */
export function loader({ params: { id }, context }: Route.LoaderArgs) {
  if (!findScanned(id)) throw data(null, { status: 404 });
  const { href } = new URL(`/scan/${id}`, context.get(shopContext).siteUrl);
  return new Response(renderSVG(href, { border: 2 }), {
    headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': `public, max-age=${SECONDS_OF_A_DAY}` },
  });
}
