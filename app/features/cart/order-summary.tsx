import type { CartItem } from '#domain/cart.ts';
import { findChargeProblem } from '#domain/payment.ts';
import { computeCartTotals } from '#domain/cart-lines.ts';
import { Button } from '#ui/button.tsx';
import { ButtonLink } from '#ui/button-link.tsx';
import { Card } from '#ui/card.tsx';
import { Price } from '#ui/price.tsx';

const NOTHING_TO_BUY = 'None of the parts in your cart can be bought right now.';

interface OrderSummaryProps {
  items: readonly CartItem[];
  excluded: number;
  busy: boolean;
  onCheckout: () => void;
}

export function OrderSummary({ items, excluded, busy, onCheckout }: OrderSummaryProps) {
  const { subtotalCents, taxCents, shippingCents, totalCents } = computeCartTotals(items);
  const problem = items.length === 0 ? NOTHING_TO_BUY : findChargeProblem(totalCents);
  return (
    <Card as="section" aria-labelledby="order-summary" className="lg:sticky lg:top-4">
      <h2 id="order-summary">Order Summary</h2>
      <dl className="mt-3 flex flex-col gap-2">
        <Amount label="Subtotal" cents={subtotalCents} />
        <Amount label="Tax" cents={taxCents} />
        <Amount label="Shipping" cents={shippingCents} />
        <Amount label="Total" cents={totalCents} total />
      </dl>
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
      {excluded > 0 && (
        <p className="mt-3 text-sm text-muted">
          {excluded === 1 ? '1 part is' : `${excluded} parts are`} not included because{' '}
          {excluded === 1 ? 'it' : 'they'} can&apos;t be bought right now.
        </p>
      )}
      <p role="status" id="checkout-problem" className="mt-3 font-semibold text-danger empty:hidden">
        {problem}
      </p>
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
