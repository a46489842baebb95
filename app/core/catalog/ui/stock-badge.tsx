import type { CardPart } from '../card-part.ts';
import { isInStock } from '../part.ts';
import { Badge } from '#kit/badge.tsx';
import { useOwnHolds } from '#core/accounts/own-holds.ts';

interface StockBadgeProps {
  part: CardPart;
  showCount?: boolean;
}

export function StockBadge({ part, showCount }: StockBadgeProps) {
  const isHeld = useOwnHolds(part.id).length > 0;
  if (isInStock(part)) return <Badge tone="good">{showCount ? `In Stock: ${part.stock}` : 'In Stock'}</Badge>;
  if (isHeld) return <Badge tone="info">Held for you</Badge>;
  return <Badge tone="bad">Out of Stock</Badge>;
}
