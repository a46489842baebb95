import { findOrigin } from '#core/catalog/origin.ts';
import { decimalColumns } from '#core/catalog/part-fields.ts';
import type { PartRow } from './search-parts.server.ts';

/** Converts exact decimals of the database to the specification's numbers. findOrigin gives the origin. */
export function toPartJson(part: PartRow) {
  const numbers = decimalColumns.map((column) => [
    column,
    part[column] === null ? null : Number(part[column]),
  ]);
  const origin = findOrigin({ origin: part.origin, condition: part.part_type });
  return { ...part, origin, ...Object.fromEntries(numbers) };
}
