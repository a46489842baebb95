import { formatDollars } from '#domain/money.ts';
import { isInStock, type Part, partDescription } from '#domain/part.ts';
import { vehicleName } from '#domain/part-address.ts';
import { clipped } from './page-meta.ts';

/** What search engines show of a title and a description, in letters. */
const TITLE = 100;
const DESCRIPTION = 200;

/** 'Front Brake Pads for 2015 Honda Civic (New, 45022-TR3-A01)': what tells a part from others of its name. */
export function partTitle(part: Part): string {
  const vehicle = vehicleName(part);
  const marks = [part.condition, part.oemNumber].filter(Boolean).join(', ');
  return clipped(`${part.name}${vehicle && ` for ${vehicle}`}${marks && ` (${marks})`}`, TITLE);
}

/** What the part's page says first: what it is, what it costs, whether it is there. */
export function partSummary(part: Part): string {
  const { condition, brand, oemNumber, name } = part;
  const vehicle = vehicleName(part);
  const price = part.priceCents ? formatDollars(part.priceCents) : 'Price on request';
  const stock = isInStock(part) ? 'in stock' : 'out of stock';
  const facts = [brand, oemNumber && `OEM number ${oemNumber}`, condition && `condition: ${condition}`];
  const what = [`${name}${vehicle && ` for ${vehicle}`}`, ...facts].filter(Boolean).join(', ');
  return clipped(`${what}. ${price}, ${stock}. ${partDescription(part)}`, DESCRIPTION);
}

/** 'from $19.00 to $85.00'; undefined when none of the parts has a price. */
function priceRange(parts: readonly Pick<Part, 'priceCents'>[]): string | undefined {
  const prices = parts.flatMap(({ priceCents }) => priceCents || []);
  if (prices.length === 0) return undefined;
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  return least === most
    ? `at ${formatDollars(least)}`
    : `from ${formatDollars(least)} to ${formatDollars(most)}`;
}

/** What a list shows, in a sentence: '24 parts from $19.00 to $85.00 on this page: New, Good.' */
export function listSummary(parts: readonly Pick<Part, 'priceCents' | 'condition'>[]): string {
  const conditions = [...new Set(parts.flatMap(({ condition }) => condition ?? []))].toSorted();
  const count = `${parts.length} ${parts.length === 1 ? 'part' : 'parts'}`;
  const prices = priceRange(parts);
  return `${count}${prices ? ` ${prices}` : ''} on this page${conditions.length > 0 ? `, in condition ${conditions.join(', ')}` : ''}.`;
}
