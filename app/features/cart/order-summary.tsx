import type { CartItem } from '#domain/cart.ts';
import { cartTotals } from '#domain/cart-lines.ts';
import { Button } from '#ui/button.tsx';
import { ButtonLink } from '#ui/button-link.tsx';
import { Card } from '#ui/card.tsx';
import { Price } from '#ui/price.tsx';

interface OrderSummaryProps {
  items: readonly CartItem[];
  /** The payment page is on its way. */
  busy: boolean;
  onCheckout: () => void;
}

export function OrderSummary({ items, busy, onCheckout }: OrderSummaryProps) {
  const { subtotalCents, taxCents, shippingCents, totalCents } = cartTotals(items);
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
        <Button variant="primary" size="large" busy={busy} onClick={onCheckout}>
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
