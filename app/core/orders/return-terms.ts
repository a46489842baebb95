import { isNew, type Origin } from '#core/catalog/origin.ts';
import type { Shop } from '#core/settings/shop.ts';

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 });

export type ReturnTerms = Pick<Shop['returns'], 'days' | 'restockingRate' | 'wayBack'>;

/** Says in sentences who pays for what, for the cart, the warranty page and the form. */
export function describeReturnCosts({ restockingRate, wayBack }: ReturnTerms): string {
  const back = wayBack === 'shop' ? 'We pay for return shipping.' : 'You pay for return shipping.';
  const fee =
    restockingRate > 0
      ? `We keep ${percent.format(restockingRate)} of the price as a restocking fee.`
      : 'There is no restocking fee.';
  const fault =
    wayBack === 'shop'
      ? restockingRate > 0
        ? " It doesn't apply if the mistake is ours."
        : ''
      : ' If the mistake is ours, returning a part costs you nothing.';
  return `${back} ${fee}${fault}`;
}

/** Example: '5 to 10 business days'. */
export function formatRefundDays({ refundDays }: Pick<Shop['returns'], 'refundDays'>): string {
  return `${refundDays.replace('-', ' to ')} business days`;
}

/** Says how a returned part has to be packed. Only new parts have their original packaging. */
export function describeReturnPackaging(origin: Origin): string {
  return isNew(origin) ? 'in original packaging' : 'in the same condition as received';
}

/** Tells the buyer how to return a part. Example: 'Return by Mar 3, 2027, unused, in original packaging'. */
export function describeReturn(origin: Origin, when?: string): string {
  return joinReturn(when, describeReturnPackaging(origin));
}

/**
 * Says when and in which state parts can be returned, and how long a refund takes. No packaging means that it differs by part.
 */
export function describeReturns(
  { days, refundDays }: Pick<Shop['returns'], 'days' | 'refundDays'>,
  { arrival, packaging }: { arrival: 'delivery' | 'pickup'; packaging?: string | undefined },
): string {
  const when = `within ${days} ${days === 1 ? 'day' : 'days'} of ${arrival}`;
  return `${joinReturn(when, packaging)}. Refunds take ${formatRefundDays({ refundDays })}.`;
}

function joinReturn(when: string | undefined, packaging: string | undefined): string {
  return `Return ${[when, 'unused', packaging].filter(Boolean).join(', ')}`;
}
