import { useEffect } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import { Link } from '#kit/link.tsx';
import { countItems } from '#core/carts/cart.ts';
import { buttonClasses } from '#kit/button-classes.ts';
import { mayHaveOpenPayment } from '#core/accounts/own-holds.ts';
import { useCart } from '#core/carts/cart-store.ts';

export function CartButton() {
  const items = useCart();
  useEffect(() => {
    if (mayHaveOpenPayment())
      void import('#core/checkout/ui/own-payments.ts').then((module) => module.watchOwnHolds(), console.warn);
  }, []);
  const count = items && countItems(items);
  return (
    <Link
      to="/cart"
      aria-label={formatLabel(count)}
      className={buttonClasses({ variant: 'quiet' }, 'relative')}
    >
      <Icon name="ShoppingCart" />
      {count !== undefined && count > 0 && (
        <span
          aria-hidden
          className="absolute top-0 right-0 min-w-5 rounded-full bg-action px-1 text-center text-xs leading-5 text-on-action tabular-nums"
        >
          {count}
        </span>
      )}
    </Link>
  );
}

function formatLabel(count: number | undefined): string {
  if (count === undefined) return 'Cart';
  return `Cart, ${count} ${count === 1 ? 'item' : 'items'}`;
}
