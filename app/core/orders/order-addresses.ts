import { formatOrderNumber } from '#core/values/order-number.ts';

export function printAddress(
  kind: 'slips' | 'invoices' | 'pulls' | 'labels',
  numbers: readonly number[],
): string {
  return `/admin/orders-print?kind=${kind}&orders=${numbers.map(formatOrderNumber).join(',')}`;
}

/** The packing slip of one parcel. @param shipment is its id. */
export function parcelSlipAddress(number: number, shipment: string): string {
  return `${printAddress('slips', [number])}&parcel=${shipment}`;
}
