import { formatReturnNumber } from './return-number.ts';

export const RETURNS_PATH = '/admin/returns';

export function deskReturnAddress(number: number): string {
  return `${RETURNS_PATH}/${formatReturnNumber(number)}`;
}
