import type { CartItem } from '#domain/cart.ts';
import { chargeProblem } from '#domain/payment.ts';
import { cartTotals } from '#domain/cart-lines.ts';
import { Button } from '#ui/button.tsx';
import { ButtonLink } from '#ui/button-link.tsx';
import { Card } from '#ui/card.tsx';
import { Price } from '#ui/price.tsx';

const NOTHING_TO_BUY = 'Nothing in your cart can be bought now.';

interface OrderSummaryProps {
  /** The lines that can be bought. */
  items: readonly CartItem[];
  /** How many other lines the cart has. */
  leftOut: number;
  /** The payment page is on its way. */
  busy: boolean;
  onCheckout: () => void;
}

export function OrderSummary({ items, leftOut, busy, onCheckout }: OrderSummaryProps) {
  const { subtotalCents, taxCents, shippingCents, totalCents } = cartTotals(items);
  const problem = items.length === 0 ? NOTHING_TO_BUY : chargeProblem(totalCents);
  return (
    <Card as="section" aria-labelledby="order-summary" className="lg:sticky lg:top-4">
      <h2 id="order-summary">Order Summary</h2>
      <dl className="mt-3 flex flex-col gap-2">
        <Amount label="Subtotal" cents={subtotalCents} />
        <Amount label="Tax" cents={taxCents} />
        <Amount label="Shipping" cents={shippingCents} />
        <Amount label="Total" cents={totalCents} total />
      </dl>
      {leftOut > 0 && (
        <p className="mt-3 text-sm text-muted">
          {leftOut === 1 ? '1 part is' : `${leftOut} parts are`} left out, because{' '}
          {leftOut === 1 ? 'it' : 'they'} can&apos;t be bought now.
        </p>
      )}
      <p role="status" id="checkout-problem" className="mt-3 font-semibold text-danger empty:hidden">
        {problem}
      </p>
      <div className="mt-5 flex flex-col gap-3">
        <Button
          variant="primary"
          size="large"
          busy={busy}
          disabled={problem !== undefined}
          aria-describedby="checkout-problem"
          onClick={onCheckout}
        >
          Proceed to Checkout
        </Button>
        <ButtonLink to="/junkyard">Continue Shopping</ButtonLink>
      </div>
    </Card>
  );
}

function Amount({ label, cents, total = false }: { label: string; cents: number; total?: boolean }) {
  return (
    <div
      className={
        total ? 'flex items-baseline justify-between border-t border-line pt-3' : 'flex justify-between'
      }
    >
      <dt className={total ? 'text-lg font-semibold' : 'text-muted'}>{label}</dt>
      <dd>
        <Price cents={cents} size={total ? 'medium' : 'small'} />
      </dd>
    </div>
  );
}
