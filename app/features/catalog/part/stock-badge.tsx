import { isInStock, type Part } from '#domain/part.ts';
import { Badge } from '#ui/badge.tsx';
import { useOwnHolds } from '#ui/own-holds.ts';

export function StockBadge({ part, showCount }: { part: Part; showCount?: boolean }) {
  const isHeld = useOwnHolds(part.id).length > 0;
  if (isInStock(part)) return <Badge tone="good">{showCount ? `In Stock: ${part.stock}` : 'In Stock'}</Badge>;
  return isHeld ? <Badge tone="info">Held for you</Badge> : <Badge tone="bad">Out of Stock</Badge>;
}
