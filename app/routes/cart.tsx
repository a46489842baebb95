import { CartView } from '#features/cart/cart-view.tsx';
import { startCheckout } from '#features/cart/checkout.ts';
import { privatePage } from '#features/seo/page-meta.ts';

export function meta() {
  return privatePage('Shopping Cart');
}

export default function Cart() {
  return <CartView onCheckout={startCheckout} />;
}
