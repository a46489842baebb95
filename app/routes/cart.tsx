import { shop } from '#domain/shop.ts';
import { CartView } from '#features/cart/cart-view.tsx';
import { startCheckout } from '#features/cart/checkout.ts';

export function meta() {
  return [{ title: `Shopping Cart | ${shop.name}` }];
}

export default function Cart() {
  return <CartView onCheckout={startCheckout} />;
}
