import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type CartItem, countPart } from '#core/carts/cart.ts';
import { removeItem, setQuantity, setTerms } from '#core/carts/cart-lines.ts';
import { mayBeRestricted } from '#core/catalog/restricted/restricted-words.ts';
import { ButtonLink } from '#kit/button-link.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { recordEvent } from '#core/audit/record-event.ts';
import { CartColumns } from './cart-columns.tsx';
import { CartLine } from './cart-line.tsx';
import { CartSkeleton, SummarySkeleton } from './cart-skeleton.tsx';
import { changeCart, useCart } from '#core/carts/cart-store.ts';
import type { CartTerms } from '#core/carts/cart-terms.ts';
import { listBuyableItems } from './line-problem.ts';
import { OrderSummary } from './order-summary.tsx';
import type { PlainCart } from './plain-cart.ts';
import type { OnCheckout } from './run-checkout.ts';
import { useCatalogFacts } from './use-catalog-facts.ts';
import { useCheckout } from './use-checkout.ts';
import { useFitQuestion } from './use-fit-question.tsx';
import { type CartQuote, useQuote } from './use-quote.ts';

const PlainCartView = lazy(() => import('./plain-cart-view.tsx'));
const QuotedSummary = lazy(() => import('./quoted-summary.tsx'));

interface CartViewProps {
  terms: CartTerms;
  onCheckout: OnCheckout;
  /** The cart of a browser without scripts, until a script has moved it. */
  plain: PlainCart | null;
  /** Below an empty cart: the parts that the shopper has looked at. */
  recent: ReactNode;
}

export function CartView({ terms, onCheckout, plain, recent }: CartViewProps) {
  const items = useCart();
  const isPlain = plain !== null && (items === undefined || (items.length === 0 && hasCookieCart()));
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
      {isPlain ? (
        <Suspense>
          <PlainCartView {...plain} terms={terms} />
        </Suspense>
      ) : items === undefined ? (
        <>
          {/* Without a cookie, the cart of a browser without scripts is empty. */}
          <noscript>
            <EmptyCart />
          </noscript>
          <div className="needs-script">
            <CartSkeleton />
          </div>
        </>
      ) : items.length === 0 ? (
        <>
          <EmptyCart />
          {recent}
        </>
      ) : (
        <FilledCart items={items} terms={terms} onQuantity={onQuantity} onCheckout={onCheckout} />
      )}
    </main>
  );
}

interface FilledCartProps extends Omit<CartViewProps, 'recent' | 'plain'> {
  items: readonly CartItem[];
  onQuantity: (id: string, quantity: number) => void;
}

function FilledCart({ items, terms, onQuantity, onCheckout }: FilledCartProps) {
  const { facts, onRefused } = useCatalogFacts(items);
  const { revalidate } = useRevalidator();
  const buyable = listBuyableItems(items, facts);
  // A part may be restricted by its category, which the cart does not know.
  const [wasRefused, setWasRefused] = useState(false);
  const isQuoted =
    !terms.isAsSpecified ||
    wasRefused ||
    buyable.some((item) => facts.get(item.id)?.isSpecial || mayBeRestricted(item, terms.restrictedWords));
  const cart = useQuote(buyable, isQuoted);
  const { busy, checkOut } = useCheckout({
    onCheckout,
    onRefused(refused) {
      onRefused(refused);
      setWasRefused(true);
      // The settings may have changed.
      void revalidate();
      cart.refresh();
    },
  });
  const fit = useFitQuestion(buyable, facts);
  const summary = {
    items: buyable,
    excluded: items.length - buyable.length,
    busy,
    isReady: fit.isReady,
    note: fit.note,
    onCheckout: () => fit.askFirst(() => void checkOut(buyable, isQuoted ? cart : undefined)),
  };
  return (
    <>
      <CartColumns
        lines={items.map((item) => (
          <CartLine
            key={`${item.id} ${item.partNumber}`}
            item={item}
            inCart={countPart(items, item.id)}
            facts={facts.get(item.id)}
            freeShipping={isSentInland(cart) ? terms.freeShipping : null}
            refusal={cart.refusals.get(item.id)}
            onQuantity={(quantity) => onQuantity(item.id, quantity)}
            onTerms={(changed) => changeCart((current) => setTerms(current, item.id, changed))}
          />
        ))}
        summary={
          isQuoted ? (
            <Suspense fallback={<SummarySkeleton />}>
              <QuotedSummary {...summary} cart={cart} terms={terms} />
            </Suspense>
          ) : (
            <OrderSummary {...summary} />
          )
        }
      />
      {fit.dialog}
    </>
  );
}

function isSentInland({ destination, draft }: CartQuote): boolean {
  if (draft.kind === 'pickup') return false;
  return destination?.kind !== 'ship' || destination.country === 'US';
}

function hasCookieCart(): boolean {
  return document.cookie.includes('partyard.cart=');
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
