import { formatOrderNumber } from '#core/values/order-number.ts';

export function printAddress(
  kind: 'slips' | 'invoices' | 'pulls' | 'labels',
  numbers: readonly number[],
): string {
  return `/admin/orders-print?kind=${kind}&orders=${numbers.map(formatOrderNumber).join(',')}`;
}
