import { BATTERY_FEE_NAME } from '#core/pricing/battery-fee.ts';
import { Price } from '#core/values/ui/price.tsx';
import type { OrderPageData } from './read-order-page.server.ts';
import { Section } from '#core/orders/ui/section.tsx';

interface OrderTotalsProps {
  totals: OrderPageData['totals'];
  fulfillment: 'ship' | 'pickup';
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 3 });

export function OrderTotals({ totals, fulfillment }: OrderTotalsProps) {
  return (
    <Section title="Totals">
      <dl className="grid grid-cols-[1fr_auto] gap-y-1 text-sm">
        <Amount label="Subtotal" cents={totals.subtotalCents} />
        {totals.taxes.length === 0 && <Amount label="Tax" cents={totals.taxCents} />}
        {totals.taxes.map(({ name, rate, taxCents }) => (
          <Amount key={`${name} ${rate}`} label={`${name}, ${percent.format(rate)}`} cents={taxCents} />
        ))}
        <Amount label={fulfillment === 'pickup' ? 'Pickup' : 'Shipping'} cents={totals.shippingCents} />
        {totals.coreCents > 0 && <Amount label="Core charge" cents={totals.coreCents} />}
        {totals.batteryFeeCents > 0 && <Amount label={BATTERY_FEE_NAME} cents={totals.batteryFeeCents} />}
        <Amount label="Total" cents={totals.totalCents} strong />
        {totals.charged !== null && (
          <Amount label={`Paid${totals.charged.unit}`} cents={totals.charged.cents} strong />
        )}
        {totals.refundedCents > 0 && (
          <>
            <Amount label="Refunded" cents={-totals.refundedCents} />
            <Amount label="Left" cents={totals.leftCents} strong />
          </>
        )}
      </dl>
    </Section>
  );
}

function Amount({ label, cents, strong }: { label: string; cents: number; strong?: boolean }) {
  return (
    <>
      <dt className={strong ? 'border-t border-line pt-1 font-semibold' : 'text-muted'}>{label}</dt>
      <dd className={strong ? 'border-t border-line pt-1 pl-4 text-right' : 'pl-4 text-right'}>
        <Price cents={cents} className={strong ? undefined : 'text-sm! font-normal!'} />
      </dd>
    </>
  );
}
