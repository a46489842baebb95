import { isInStock, type Part } from '#domain/part.ts';
import { Badge } from '#ui/badge.tsx';
import { useOwnHolds } from '#ui/own-holds.ts';

/** Whether a part can be had, and how many if `counted`. */
export function StockBadge({ part, counted }: { part: Part; counted?: boolean }) {
  const isHeld = useOwnHolds(part.id).length > 0;
  if (isInStock(part)) return <Badge tone="good">{counted ? `In Stock: ${part.stock}` : 'In Stock'}</Badge>;
  return isHeld ? <Badge tone="info">Held for you</Badge> : <Badge tone="bad">Out of Stock</Badge>;
}
