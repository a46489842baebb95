import { formatReturnNumber } from './return-number.ts';
import type { ReturnAction } from '#core/orders/return.ts';

export const RETURNS_PATH = '/admin/returns';

export function deskReturnAddress(number: number): string {
  return `${RETURNS_PATH}/${formatReturnNumber(number)}`;
}

export function returnActionAddress(number: number, action: ReturnAction | 'photos'): string {
  return `/admin/return/${formatReturnNumber(number)}/${action}`;
}
