import { listOf, textOf, type XmlElement } from './xml-elements.ts';
import type { LeftOut } from './left-out.ts';

/** Types of prices of the standard, the best first, by the shop's column. docs/aces-and-pies.md explains them. */
export const priceTypes = {
  price: ['RET', 'MSR', 'LST', 'USR'],
  cost_price: ['JBR', 'WD1', 'DLR', 'NET', 'INV'],
  core_charge: ['COR'],
} as const;

type PriceColumn = keyof typeof priceTypes;

export interface PriceSheet {
  currency: string;
  effective: string;
  expires: string;
}

export interface PriceContext {
  /** Day of the reading, such as '2026-11-30'. */
  today: string;
  /** Currency of the file. */
  currency: string;
  sheets: ReadonlyMap<string, PriceSheet>;
}

/** Reads a price sheet of the file. */
export function readSheet(element: XmlElement): [string, PriceSheet] {
  return [
    textOf(element, 'PriceSheetNumber'),
    {
      currency: textOf(element, 'CurrencyCode'),
      effective: textOf(element, 'EffectiveDate'),
      expires: textOf(element, 'ExpirationDate'),
    },
  ];
}

/** Reads the prices of one unit in dollars that are valid today. Of several with a type, the one that began last counts. */
export function readPrices(
  item: XmlElement,
  { today, currency, sheets }: PriceContext,
  leftOut: LeftOut,
): Record<PriceColumn, string> {
  const usable: { type: string; amount: string; effective: string }[] = [];
  for (const entry of listOf(item, 'Prices', 'Pricing')) {
    const { MaintenanceType: change, PriceType: type = '' } = entry.attributes;
    const sheet = sheets.get(textOf(entry, 'PriceSheetNumber'));
    const price = entry.children.find(({ name }) => name === 'Price');
    const amount = textOf(price);
    const effective = textOf(entry, 'EffectiveDate') || (sheet?.effective ?? '');
    const expires = textOf(entry, 'ExpirationDate') || (sheet?.expires ?? '');
    const money = textOf(entry, 'CurrencyCode') || sheet?.currency || currency;
    if (change === 'D') leftOut.add('Deleted values');
    else if (money !== 'USD') leftOut.add('Prices in other currencies');
    else if ((effective !== '' && effective > today) || (expires !== '' && expires < today))
      leftOut.add('Prices of other days');
    else if (Number(textOf(entry, 'PriceBreak') || 1) > 1) leftOut.add('Prices for larger quantities');
    else if (!isPerUnit(price?.attributes['UOM'] ?? 'PE') || !/^\d+(\.\d+)?$/.test(amount))
      leftOut.add('Prices of other units');
    else usable.push({ type, amount, effective });
  }
  // If two began on one day, the last one counts.
  const latest = usable
    .toReversed()
    .toSorted(
      (one, other) => Number(other.effective > one.effective) - Number(other.effective < one.effective),
    );
  const chosen = Object.entries(priceTypes).map(([column, types]) => {
    const type = types.find((each) => usable.some((price) => price.type === each));
    return [column, latest.find((price) => price.type === type)] as const;
  });
  leftOut.add('Other prices', usable.length - chosen.filter(([, price]) => price).length);
  return Object.fromEntries(chosen.map(([column, price]) => [column, toCents(price?.amount)])) as Record<
    PriceColumn,
    string
  >;
}

/** PE is the standard's 'per each', EA the unit of a package of one. */
function isPerUnit(unit: string): boolean {
  return ['PE', 'EA', ''].includes(unit.trim().toUpperCase());
}

/** The standard allows four decimals. */
function toCents(amount: string | undefined): string {
  return amount === undefined ? '' : Number(amount).toFixed(2);
}
