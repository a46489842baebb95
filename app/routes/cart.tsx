import { toCartTerms } from '#features/cart/cart-terms.server.ts';
import { CartView } from '#features/cart/cart-view.tsx';
import { startCheckout } from '#features/cart/checkout.ts';
import { RecentParts } from '#features/catalog/recent/recent-parts.tsx';
import { privatePage } from '#features/seo/page-meta.ts';
import { settingsContext } from '#settings';
import type { Route } from './+types/cart.ts';

export function loader({ context }: Route.LoaderArgs) {
  return toCartTerms(context.get(settingsContext));
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Shopping Cart');
}

export default function Cart({ loaderData }: Route.ComponentProps) {
  return (
    <CartView terms={loaderData} onCheckout={startCheckout} recent={<RecentParts className="mt-10" />} />
  );
}
