import type { PartSort } from '#core/catalog/catalog-query.ts';
import { formatTotal, type Total } from '#core/search/found-count.ts';

const orders: Record<PartSort, string> = {
  best: 'best match first',
  name: 'sorted by name',
  price_asc: 'sorted by price, lowest first',
  price_desc: 'sorted by price, highest first',
  newest: 'newest first',
  mileage: 'sorted by mileage, lowest first',
};

interface ListStatusProps {
  shown: number;
  /** Null until it is known. */
  total: Total | null;
  sort: PartSort;
  /** The number of chosen filters. */
  filters: number;
}

/** Announces the result of a sort, a filter, or Load More: '24 of 310 parts, sorted by name, 2 filters'. */
export function ListStatus({ shown, total, sort, filters }: ListStatusProps) {
  const chosen = filters > 0 ? `, ${filters} ${filters === 1 ? 'filter' : 'filters'}` : '';
  return (
    <p role="status" className="sr-only">
      {total !== null && `${shown} of ${formatTotal(total)} parts, ${orders[sort]}${chosen}`}
    </p>
  );
}
