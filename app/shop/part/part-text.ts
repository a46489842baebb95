import { formatDollars } from '#core/values/money.ts';
import { describeCondition } from '#core/catalog/origin.ts';
import { isInStock, type Part, partDescription } from '#core/catalog/part.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { truncate } from '#core/settings/page-meta.ts';

const TITLE_LENGTH = 100;
const DESCRIPTION_LENGTH = 200;

/** Example: 'Front Brake Pads for 2015 Honda Civic (Used, Good, 45022-TR3-A01)'. */
export function partTitle(part: Part): string {
  const vehicle = vehicleName(part);
  const details = [describeCondition(part), part.oemNumber].filter(Boolean).join(', ');
  return truncate(`${part.name}${vehicle && ` for ${vehicle}`}${details && ` (${details})`}`, TITLE_LENGTH);
}

/** Describes photos of a part: 'Rear Door for 2015 Honda Civic, Used, Good, from a 2014 Civic EX'. */
export function describePhotos(part: Part): string {
  const vehicle = vehicleName(part);
  const donor = [part.donorYear, part.donorModel, part.donorTrim].filter(Boolean).join(' ');
  return [`${part.name}${vehicle && ` for ${vehicle}`}`, describeCondition(part), donor && `from a ${donor}`]
    .filter(Boolean)
    .join(', ');
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
