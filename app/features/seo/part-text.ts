import { formatDollars } from '#domain/money.ts';
import { describeCondition } from '#domain/origin.ts';
import { isInStock, type Part, partDescription } from '#domain/part.ts';
import { vehicleName } from '#domain/part-address.ts';
import { truncate } from './page-meta.ts';

const TITLE_LENGTH = 100;
const DESCRIPTION_LENGTH = 200;

/** 'Front Brake Pads for 2015 Honda Civic (Used, Good, 45022-TR3-A01)' */
export function partTitle(part: Part): string {
  const vehicle = vehicleName(part);
  const details = [describeCondition(part), part.oemNumber].filter(Boolean).join(', ');
  return truncate(`${part.name}${vehicle && ` for ${vehicle}`}${details && ` (${details})`}`, TITLE_LENGTH);
}

export function partSummary(part: Part): string {
  const { brand, oemNumber, name } = part;
  const vehicle = vehicleName(part);
  const price = part.priceCents ? formatDollars(part.priceCents) : 'Price on request';
  const stock = isInStock(part) ? 'in stock' : 'out of stock';
  const facts = [brand, oemNumber && `OEM number ${oemNumber}`, `condition: ${describeCondition(part)}`];
  const what = [`${name}${vehicle && ` for ${vehicle}`}`, ...facts].filter(Boolean).join(', ');
  return truncate(`${what}. ${price}, ${stock}. ${partDescription(part)}`, DESCRIPTION_LENGTH);
}

function priceRange(parts: readonly Pick<Part, 'priceCents'>[]): string | undefined {
  const prices = parts.flatMap(({ priceCents }) => priceCents || []);
  if (prices.length === 0) return undefined;
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  return lowest === highest
    ? `at ${formatDollars(lowest)}`
    : `from ${formatDollars(lowest)} to ${formatDollars(highest)}`;
}

/** '24 parts from $19.00 to $85.00 on this page. Condition: Good, New.' */
export function listSummary(parts: readonly Pick<Part, 'priceCents' | 'condition'>[]): string {
  const conditions = [...new Set(parts.flatMap(({ condition }) => condition ?? []))].toSorted();
  const count = `${parts.length} ${parts.length === 1 ? 'part' : 'parts'}`;
  const prices = priceRange(parts);
  return `${count}${prices ? ` ${prices}` : ''} on this page${conditions.length > 0 ? `. Condition: ${conditions.join(', ')}` : ''}.`;
}
