import { BATTERY_FEE_NAME } from '#core/pricing/battery-fee.ts';
import { Price } from '#core/values/ui/price.tsx';
import type { DraftTotals } from '../quotes/sale-draft.ts';

export function QuoteTotals({ totals, isPickup }: { totals: DraftTotals; isPickup: boolean }) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-1">
      <Amount label="Subtotal" cents={totals.subtotalCents} />
      <Amount label="Tax" cents={totals.taxCents} />
      <Amount label={isPickup ? 'Pickup' : 'Shipping'} cents={totals.shippingCents} />
      {totals.coreCents > 0 && <Amount label="Core charge" cents={totals.coreCents} />}
      {totals.batteryFeeCents > 0 && <Amount label={BATTERY_FEE_NAME} cents={totals.batteryFeeCents} />}
      <dt className="mt-1 border-t border-line pt-2 font-semibold">Total</dt>
      <dd className="mt-1 border-t border-line pt-2 pl-4 text-right">
        <Price cents={totals.totalCents} size="medium" />
      </dd>
    </dl>
  );
}

function Amount({ label, cents }: { label: string; cents: number }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="pl-4 text-right">
        <Price cents={cents} />
      </dd>
    </>
  );
}
