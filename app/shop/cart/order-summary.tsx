import { type ReactNode, useRef } from 'react';
import type { CartItem } from '#core/carts/cart.ts';
import { findChargeProblem } from '#core/orders/payment.ts';
import type { OwnHold } from '#core/accounts/own-holds.ts';
import { computeCartTotals } from '#core/carts/cart-totals.ts';
import { CartHold } from '#core/checkout/ui/held-for-you.tsx';
import { describeReturnCosts } from '#core/orders/return-terms.ts';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Card } from '#kit/card.tsx';
import { Price } from '#core/values/ui/price.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';

const NOTHING_TO_BUY = 'None of the parts in your cart can be bought right now.';

export interface SummaryProps {
  items: readonly CartItem[];
  /** The open payment of the cart, which Proceed to Checkout opens again. */
  payment: OwnHold | undefined;
  busy: boolean;
  /** True if everything that paying needs is known. */
  isReady: boolean;
  /** Words to read before paying. */
  note: ReactNode;
  onCheckout: () => void;
}

/** Shows the summary of a cart with the specification's rules. */
export function OrderSummary(props: SummaryProps) {
  const { subtotalCents, taxCents, shippingCents, totalCents } = computeCartTotals(props.items);
  return (
    <SummaryCard
      {...props}
      className="lg:sticky lg:top-4"
      problem={findChargeProblem(totalCents)}
      amounts={
        <>
          <Amount label="Subtotal" cents={subtotalCents} />
          <Amount label="Tax" cents={taxCents} />
          <Amount label="Shipping" cents={shippingCents} />
          <Amount label="Total" cents={totalCents} total />
        </>
      }
    />
  );
}

interface SummaryCardProps extends SummaryProps {
  amounts: ReactNode;
  problem: string | undefined;
  /** True if the problem is only an answer that is missing. */
  isQuestion?: boolean;
  className?: string;
  children?: ReactNode;
}

export function SummaryCard(props: SummaryCardProps) {
  const { items, payment, busy, onCheckout, amounts, isQuestion, isReady, className, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const { returns } = useShop();
  const problem = items.length === 0 ? NOTHING_TO_BUY : props.problem;
  return (
    <Card as="section" aria-labelledby="order-summary" className={className}>
      <h2 ref={heading} tabIndex={-1} id="order-summary">
        Order Summary
      </h2>
      <dl className="mt-3 flex flex-col gap-2">{amounts}</dl>
      {props.note}
      <div className="mt-5 flex flex-col gap-3">
        <Button
          variant="primary"
          size="large"
          busy={busy}
          disabled={problem !== undefined || !isReady}
          aria-describedby="checkout-problem"
          onClick={onCheckout}
        >
          Proceed to Checkout
        </Button>
        {payment ? (
          <CartHold hold={payment} onCanceled={() => heading.current?.focus()} />
        ) : (
          <ButtonLink to="/junkyard">Continue Shopping</ButtonLink>
        )}
      </div>
      <p
        role="status"
        id="checkout-problem"
        className={`mt-3 font-semibold empty:hidden ${isQuestion ? '' : 'text-danger'}`}
      >
        {problem}
      </p>
      <p className="mt-4 text-sm text-muted">
        Returns within {returns.days} days of delivery. {describeReturnCosts(returns)}{' '}
        <TextLink to="/warranty">Returns and warranty</TextLink>
      </p>
      {children}
    </Card>
  );
}

interface AmountProps {
  label: string;
  /** The amount is undefined until it is known. */
  cents: number | undefined;
  total?: boolean;
}

export function Amount({ label, cents, total = false }: AmountProps) {
  return (
    <div
      className={
        total ? 'flex items-baseline justify-between border-t border-line pt-3' : 'flex justify-between'
      }
    >
      <dt className={total ? 'text-lg font-semibold' : 'text-muted'}>{label}</dt>
      <dd>
        {cents === undefined ? (
          <span aria-label="Not known yet">–</span>
        ) : (
          <Price cents={cents} size={total ? 'medium' : 'small'} />
        )}
      </dd>
    </div>
  );
}
