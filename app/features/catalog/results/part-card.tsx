import type { ReactNode } from 'react';
import { useLivePart } from '#live';
import { isInStock, type Part, partDescription } from '#domain/part.ts';
import { Badge, ConditionBadge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { PartNumber } from '#ui/part-number.tsx';
import { useOwnHolds } from '#ui/own-holds.ts';
import { FitNote } from '#ui/fit-note.tsx';
import { Price } from '#ui/price.tsx';
import { CardPicture } from '#features/catalog/part/card-picture.tsx';
import { StockBadge } from '#features/catalog/part/stock-badge.tsx';
import { PartLink } from '#features/catalog/part/part-link.tsx';

interface PartCardProps {
  part: Part;
  /** A style class. */
  conditionColor: string | undefined;
  /** Loads the picture at once. */
  first: boolean;
  actions?: ReactNode;
}

export function PartCard({ part: loaded, conditionColor, first, actions }: PartCardProps) {
  const { part, news } = useLivePart(loaded);
  const inStock = isInStock(part);
  const isHeld = useOwnHolds(part.id).length > 0;
  const isOut = !inStock && !isHeld;
  return (
    <Card as="li" padding="none" className="relative flex flex-col overflow-hidden">
      <CardPicture part={part} news={news} eager={first} />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <h2 className="text-xl">
          <PartLink part={part} />
        </h2>
        <p className="flex flex-wrap gap-1.5">
          <StockBadge part={part} />
          <PartCondition part={part} color={conditionColor} isOut={isOut} />
        </p>
        <FitNote part={part} />
        {part.oemNumber && (
          <p className="text-sm text-muted">
            OEM <PartNumber>{part.oemNumber}</PartNumber>
          </p>
        )}
        <p className="line-clamp-3 text-sm text-muted">{partDescription(part)}</p>
        <p className="mt-auto flex min-h-8.5 flex-wrap items-baseline justify-between gap-x-3 pt-2">
          {part.priceCents ? (
            <Price cents={part.priceCents} size="medium" />
          ) : (
            <span className="font-semibold">Price on request</span>
          )}
          <span className="text-sm text-muted">
            {inStock ? `In Stock: ${part.stock}` : isOut && 'Out of Stock'}
          </span>
        </p>
        {actions && <div className="relative *:w-full">{actions}</div>}
      </div>
    </Card>
  );
}

/** Spec §4: without a condition and stock, shows Out of Stock. */
function PartCondition({ part, color, isOut }: { part: Part; color: string | undefined; isOut: boolean }) {
  if (part.condition) return <ConditionBadge colorClass={color}>{part.condition}</ConditionBadge>;
  return isOut ? <Badge tone="bad">Out of Stock</Badge> : null;
}
