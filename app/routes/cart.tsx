import { CartView } from '#features/cart/cart-view.tsx';
import { startCheckout } from '#features/cart/checkout.ts';
import { privatePage } from '#features/seo/page-meta.ts';
import type { Route } from './+types/cart.ts';

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Shopping Cart');
}

export default function Cart() {
  return <CartView onCheckout={startCheckout} />;
}
