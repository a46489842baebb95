import { lazy, Suspense, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type CartItem, countPart, removeItem, setQuantity, setTerms } from '#core/carts/cart.ts';
import { changeCart, useCart } from '#core/carts/cart-store.ts';
import { toCartTerms, type CartTerms } from '#core/carts/cart-terms.server.ts';
import { RecentParts } from '#core/catalog/ui/recent-parts.tsx';
import { recordEvent } from '#core/audit/record-event.ts';
import { mayBeRestricted } from '#core/catalog/restricted/restricted-words.ts';
import { privatePage } from '#core/settings/page-meta.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { ButtonLink } from '#kit/button-link.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { CartColumns, CartSkeleton, SummarySkeleton } from './cart-columns.tsx';
import { CartLine } from './cart-line.tsx';
import { listBuyableItems, useCatalogFacts } from './catalog-facts.ts';
import { OrderSummary } from './order-summary.tsx';
import { useCartPayment } from './use-cart-payment.ts';
import { useCheckout } from './use-checkout.ts';
import { useFitQuestion } from './use-fit-question.tsx';
import { type CartQuote, useQuote } from './use-quote.ts';
import type { Route } from './+types/cart.ts';

const QuotedSummary = lazy(() => import('./quoted-summary.tsx'));

export function loader({ context }: Route.LoaderArgs) {
  return { terms: toCartTerms(context.get(settingsContext)) };
}

export function headers() {
  return { 'Cache-Control': 'private, no-store' };
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Shopping Cart');
}

export default function Cart({ loaderData: { terms } }: Route.ComponentProps) {
  const items = useCart();
  const heading = useRef<HTMLHeadingElement>(null);

  function onQuantity(id: string, quantity: number) {
    changeCart((current) => (quantity > 0 ? setQuantity(current, id, quantity) : removeItem(current, id)));
    if (quantity > 0) recordEvent('cart_update_quantity', { quantity }, ['part', id]);
    else recordEvent('cart_remove', {}, ['part', id]);
    if (quantity <= 0) heading.current?.focus();
  }

  // The full height keeps the footer from shifting.
  return (
    <main className="mx-auto min-h-dvh w-full max-w-page px-gutter py-8">
      <h1 ref={heading} tabIndex={-1} className="mb-6">
        Shopping Cart
      </h1>
      {items === undefined ? (
        <>
          <p className="hidden text-muted noscript:block">Your cart needs JavaScript.</p>
          <div className="noscript:hidden">
            <CartSkeleton />
          </div>
        </>
      ) : items.length === 0 ? (
        <>
          <EmptyCart />
          <RecentParts className="mt-10" />
        </>
      ) : (
        <FilledCart items={items} terms={terms} onQuantity={onQuantity} />
      )}
    </main>
  );
}

interface FilledCartProps {
  items: readonly CartItem[];
  terms: CartTerms;
  onQuantity: (id: string, quantity: number) => void;
}

function FilledCart({ items, terms, onQuantity }: FilledCartProps) {
  const { facts, onRefused } = useCatalogFacts(items);
  const { revalidate } = useRevalidator();
  const buyable = listBuyableItems(items, facts);
  // A part may be restricted by its category, which the cart does not know.
  const [wasRefused, setWasRefused] = useState(false);
  const isQuoted =
    !terms.hasDefaultPricing ||
    wasRefused ||
    buyable.some(
      (item) => facts.get(item.id)?.needsServerPricing || mayBeRestricted(item, terms.restrictedWords),
    );
  const cart = useQuote(buyable, isQuoted);
  const { busy, checkOut } = useCheckout((refused) => {
    onRefused(refused);
    setWasRefused(true);
    // The settings may have changed.
    void revalidate();
    cart.refresh();
  });
  const fit = useFitQuestion(buyable, facts);
  const summary = {
    items: buyable,
    payment: useCartPayment(buyable),
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

function EmptyCart() {
  return (
    <EmptyState
      drawing="cart"
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
