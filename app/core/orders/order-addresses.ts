import type { OrderAction } from './order-action.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';

export function orderActionAddress(number: number, action: OrderAction | 'photos'): string {
  return `/admin/order/${formatOrderNumber(number)}/${action}`;
}

export function printAddress(
  kind: 'slips' | 'receipts' | 'picks' | 'labels',
  numbers: readonly number[],
): string {
  return `/admin/orders-print?kind=${kind}&orders=${numbers.map(formatOrderNumber).join(',')}`;
}
