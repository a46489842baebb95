import type { BuyerOrder } from '../buyer-order.ts';
import { BATTERY_FEE_NAME } from '#core/pricing/battery-fee.ts';
import { paidCents } from '../order.ts';
import { Price } from '#core/values/ui/price.tsx';

type AmountsOrder = Pick<
  BuyerOrder,
  | 'lines'
  | 'taxes'
  | 'taxCents'
  | 'shippingCents'
  | 'coreCents'
  | 'batteryFeeCents'
  | 'amountCents'
  | 'refundedCents'
  | 'chargedCents'
  | 'chargedCurrency'
  | 'fulfillment'
>;

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 3 });

/** Shows totals, with the tax of each jurisdiction. */
export function OrderAmounts({ order }: { order: AmountsOrder }) {
  const { lines, taxes, fulfillment, amountCents, refundedCents } = order;
  const { chargedCents, chargedCurrency } = order;
  const paid = paidCents(order);
  const subtotal = lines.reduce((sum, { unitPriceCents, quantity }) => sum + unitPriceCents * quantity, 0);
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-1 text-sm">
      <Amount label="Subtotal" cents={subtotal} />
      {taxes.length === 0 && <Amount label="Tax" cents={order.taxCents} />}
      {taxes.map(({ name, state, rate, taxCents, isExempt }) => (
        <Amount
          key={`${name} ${state} ${rate}`}
          label={isExempt ? `${name}, exempt for resale` : `${name}, ${percent.format(rate)}`}
          cents={taxCents}
        />
      ))}
      <Amount label={fulfillment === 'pickup' ? 'Pickup' : 'Shipping'} cents={order.shippingCents} />
      {order.coreCents > 0 && <Amount label="Core charge" cents={order.coreCents} />}
      {order.batteryFeeCents > 0 && <Amount label={BATTERY_FEE_NAME} cents={order.batteryFeeCents} />}
      <Amount label="Total" cents={amountCents} strong />
      {(chargedCents !== null || chargedCurrency !== null) && (
        <Amount
          label={chargedCurrency === null ? 'Paid' : `Paid in ${chargedCurrency.toUpperCase()}`}
          cents={paid}
          strong
        />
      )}
      {refundedCents > 0 && (
        <>
          <Amount label="Refunded" cents={-refundedCents} />
          <Amount label="Left" cents={paid - refundedCents} strong />
        </>
      )}
    </dl>
  );
}

function Amount({ label, cents, strong }: { label: string; cents: number; strong?: boolean }) {
  const look = strong ? 'border-t border-line pt-1 font-semibold' : '';
  return (
    <>
      <dt className={strong ? look : 'text-muted'}>{label}</dt>
      <dd className={`pl-4 text-right ${look}`}>
        <Price cents={cents} className={strong ? undefined : 'text-sm! font-normal!'} />
      </dd>
    </>
  );
}
