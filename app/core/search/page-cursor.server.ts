import type { PartSort } from '#core/catalog/catalog-query.ts';
import type { PartCursor } from '#core/platform/cursor.server.ts';

/** A part of a page, with the values that sort it. */
export interface FoundPart {
  id: string;
  name: string;
  /** Dollars, miles, microseconds since 1970, or the place by match, depending on the order. */
  number: string;
}

/** @param rows are those of the page, and one more if there is a next page. `next` is a cursor after the last part. */
export function toPage(rows: readonly FoundPart[], { sort, limit }: { sort: PartSort; limit: number }) {
  const last = rows.length > limit ? rows.at(limit - 1) : undefined;
  return { rows: rows.slice(0, limit), next: last ? cursorAfter(last, sort) : null };
}

function cursorAfter({ id, name, number }: FoundPart, sort: PartSort): PartCursor {
  if (sort === 'name') return { name, id };
  const hasName = sort === 'price_asc' || sort === 'price_desc';
  return { name: hasName ? name : '', id, number };
}

/** A cursor of another order has prices, which can be larger than any place. */
export function placeOf({ number = '0' }: PartCursor): number {
  return Math.min(Math.floor(Number(number)), 1_000_000);
}
