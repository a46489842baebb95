import { isPartId } from '#core/catalog/part.ts';
import { formatOrderNumber, parseOrderNumber } from '#core/values/order-number.ts';

/** Finds the pages of a scanned part or order. Returns undefined if it is neither. */
export function findScanned(id: string): { desk: string; shop: string } | undefined {
  if (isPartId(id)) {
    const part = id.toLowerCase();
    return { desk: `/admin?edit=${part}`, shop: `/part/${part}` };
  }
  const number = parseOrderNumber(id);
  if (number === undefined) return undefined;
  const path = `/orders/${formatOrderNumber(number)}`;
  return { desk: `/admin${path}`, shop: path };
}
