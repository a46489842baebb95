import { formatCsvLine } from '#core/values/csv.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import type { ShippingAddress } from '#core/addresses/postal-address.ts';

export interface LabelOrder {
  number: number;
  customerName: string | null;
  email: string | null;
  phone: string | null;
  address: ShippingAddress | null;
  lines: readonly { units: number; weightPounds: number | null }[];
}

const header = [
  'Order Number',
  'Name',
  'Address 1',
  'Address 2',
  'City',
  'State',
  'Postal Code',
  'Country',
  'Phone',
  'Email',
  'Weight (lb)',
];

/** Formats a CSV that label services import: a row per order with an address. The weight is empty if one part's is unknown. */
export function formatLabelRows(orders: readonly LabelOrder[]): string {
  const rows = orders.flatMap(({ number, customerName, email, phone, address, lines }) => {
    if (!address) return [];
    const { line1, line2, city, state, postalCode, country } = address;
    return [
      [
        formatOrderNumber(number),
        customerName ?? '',
        line1,
        line2 ?? '',
        city,
        state,
        postalCode,
        country,
        phone ?? '',
        email ?? '',
        sumWeight(lines) ?? '',
      ],
    ];
  });
  return [header, ...rows].map(formatCsvLine).join('');
}

function sumWeight(lines: LabelOrder['lines']): number | undefined {
  let sum = 0;
  for (const { units, weightPounds } of lines) {
    if (weightPounds === null) return undefined;
    sum += units * weightPounds;
  }
  return Math.round(sum * 100) / 100;
}
