import { useRef } from 'react';
import { type CartItem, countPart } from '#domain/cart.ts';
import { removeItem, setQuantity, setTerms } from '#domain/cart-lines.ts';
import { ButtonLink } from '#ui/button-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { recordEvent } from '#audit/browser';
import { CartColumns } from './cart-columns.tsx';
import { CartLine } from './cart-line.tsx';
import { CartSkeleton } from './cart-skeleton.tsx';
import { changeCart, useCart } from './cart-store.ts';
import { listBuyableItems } from './line-problem.ts';
import { OrderSummary } from './order-summary.tsx';
import type { OnCheckout } from './run-checkout.ts';
import { useCatalogFacts } from './use-catalog-facts.ts';
import { useCheckout } from './use-checkout.ts';

export function CartView({ onCheckout }: { onCheckout: OnCheckout }) {
  const items = useCart();
  const heading = useRef<HTMLHeadingElement>(null);

  function onQuantity(id: string, quantity: number) {
    changeCart((current) => (quantity > 0 ? setQuantity(current, id, quantity) : removeItem(current, id)));
    if (quantity > 0) recordEvent('cart_update_quantity', { quantity }, ['part', id]);
    else recordEvent('cart_remove', {}, ['part', id]);
    if (quantity <= 0) heading.current?.focus();
  }

  // At full height, the footer causes no layout shift.
  return (
    <main className="mx-auto min-h-dvh w-full max-w-page px-gutter py-8">
      <h1 ref={heading} tabIndex={-1} className="mb-6">
        Shopping Cart
      </h1>
      {items === undefined ? (
        <CartSkeleton />
      ) : items.length === 0 ? (
        <EmptyCart />
      ) : (
        <FilledCart items={items} onQuantity={onQuantity} onCheckout={onCheckout} />
      )}
    </main>
  );
}

interface FilledCartProps {
  items: readonly CartItem[];
  onQuantity: (id: string, quantity: number) => void;
  onCheckout: OnCheckout;
}

function FilledCart({ items, onQuantity, onCheckout }: FilledCartProps) {
  const { facts, onRefused } = useCatalogFacts(items);
  const { busy, checkOut } = useCheckout({ onCheckout, onRefused });
  const buyable = listBuyableItems(items, facts);
  return (
    <CartColumns
      lines={items.map((item) => (
        <CartLine
          key={`${item.id} ${item.partNumber}`}
          item={item}
          inCart={countPart(items, item.id)}
          facts={facts.get(item.id)}
          onQuantity={(quantity) => onQuantity(item.id, quantity)}
          onTerms={(terms) => changeCart((current) => setTerms(current, item.id, terms))}
        />
      ))}
      summary={
        <OrderSummary
          items={buyable}
          excluded={items.length - buyable.length}
          busy={busy}
          onCheckout={() => void checkOut(buyable)}
        />
      }
    />
  );
}

function EmptyCart() {
  return (
    <EmptyState
      icon="ShoppingCart"
      title="Your Cart is Empty"
      action={
        <ButtonLink to="/junkyard" variant="primary">
          Browse Parts
        </ButtonLink>
      }
    >
      Add some parts to your cart to get started
    </EmptyState>
  );
}
