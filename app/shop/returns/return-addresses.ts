import { formatOrderNumber } from '#core/values/order-number.ts';
import type { ReturnKind } from '#core/orders/return.ts';
import { formatReturnNumber } from '#core/returns/return-number.ts';

const paths: Record<ReturnKind, string> = { return: 'return', warranty: 'claim', core: 'core' };

export function askAddress(order: number, kind: ReturnKind): string {
  return `/orders/${formatOrderNumber(order)}/${paths[kind]}`;
}

export function returnAddress(order: number, number: number, page?: 'slip' | 'photos' | 'cancel'): string {
  const address = `/orders/${formatOrderNumber(order)}/returns/${formatReturnNumber(number)}`;
  return page === undefined ? address : `${address}/${page}`;
}
