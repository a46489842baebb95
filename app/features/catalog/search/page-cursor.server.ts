import type { PartSort } from '#domain/catalog-query.ts';
import { encodeCursor, type PartCursor } from '#services/cursor.server.ts';
import { UNKNOWN_MILEAGE } from './catalog-conditions.server.ts';

interface Ordered {
  id: string;
  part_name: string;
  price: string | null;
  mileage: number | null;
  stock_quantity: number;
  /** In the order by match, see find_parts_by_match. */
  place?: number;
  /** Microseconds since 1970. */
  added: string;
}

/** @param rows of the page, and one more if there is a next page. `next` is its cursor. */
export function toPage<Row extends Ordered>(
  rows: readonly Row[],
  { sort, limit }: { sort: PartSort; limit: number },
) {
  const parts = rows.slice(0, limit).map(({ place: _place, added: _added, ...part }) => part);
  const last = rows.length > limit ? rows.at(limit - 1) : undefined;
  return { parts, next: last ? encodeCursor(cursorAfter(last, sort)) : null };
}

function cursorAfter(row: Ordered, sort: PartSort): PartCursor {
  const { id, part_name: name } = row;
  if (sort === 'name') return { name, id };
  return {
    name: sort === 'price_asc' || sort === 'price_desc' ? name : '',
    id,
    number: numberOf(row, sort),
  };
}

/** By what a part is placed, besides its name and id. */
function numberOf(row: Ordered, sort: Exclude<PartSort, 'name'>): string {
  switch (sort) {
    case 'best':
      return String(row.place ?? (row.stock_quantity > 0 ? 0 : 1));
    case 'newest':
      return row.added;
    case 'mileage':
      return String(row.mileage ?? UNKNOWN_MILEAGE);
    default:
      return row.price ?? '0';
  }
}

/** A cursor of another order has prices, which can be larger than any place. */
export function placeOf({ number = '0' }: PartCursor): number {
  return Math.min(Math.floor(Number(number)), 1_000);
}
