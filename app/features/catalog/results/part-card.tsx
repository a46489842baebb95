import type { ReactNode } from 'react';
import { useLivePart } from '#live';
import { isInStock, type Part, partDescription } from '#domain/part.ts';
import { Badge, ConditionBadge } from '#ui/badge.tsx';
import { PartNumber } from '#ui/part-number.tsx';
import { useOwnHolds } from '#ui/own-holds.ts';
import { FitNote } from '#ui/fit-note.tsx';
import { FitStated } from '#ui/fit-stated.tsx';
import { CardPicture } from '#features/catalog/part/card-picture.tsx';
import { StockBadge } from '#features/catalog/part/stock-badge.tsx';
import { PartPrice } from '#ui/price.tsx';
import { PartLink } from '#features/catalog/part/part-link.tsx';
import { PartSummary } from '#features/catalog/part/part-summary.tsx';

interface PartCardProps {
  part: Part;
  /** A style class. */
  conditionColor: string | undefined;
  /** Loads the picture at once. */
  first: boolean;
  actions?: ReactNode;
}

/** What is in the item of a list. */
export function PartCard({ part: loaded, conditionColor, first, actions }: PartCardProps) {
  const { part, news } = useLivePart(loaded);
  const inStock = isInStock(part);
  const isHeld = useOwnHolds(part.id).length > 0;
  const isOut = !inStock && !isHeld;
  return (
    <>
      <CardPicture part={part} news={news} eager={first} />
      <div className="part-body">
        <h2 className="part-name">
          <PartLink part={part} />
        </h2>
        <div className="part-facts">
          <p className="part-badges">
            <StockBadge part={part} />
            <PartCondition part={part} color={conditionColor} isOut={isOut} />
          </p>
          <PartSummary part={part} />
          {part.oemNumber && (
            <p className="part-oem text-sm text-muted">
              OEM <PartNumber>{part.oemNumber}</PartNumber>
            </p>
          )}
        </div>
        <FitStated fit={part.fit} />
        <FitNote id={part.id} part={part} />
        <p className="part-description">{partDescription(part)}</p>
        <p className="part-price">
          <PartPrice cents={part.priceCents} size="medium" />
          <span className="part-stock text-sm text-muted">
            {inStock ? `In Stock: ${part.stock}` : isOut && 'Out of Stock'}
          </span>
        </p>
        {actions && <div className="part-actions">{actions}</div>}
      </div>
    </>
  );
}

/** Spec §4: without a condition and stock, shows Out of Stock. */
function PartCondition({ part, color, isOut }: { part: Part; color: string | undefined; isOut: boolean }) {
  if (part.condition) return <ConditionBadge colorClass={color}>{part.condition}</ConditionBadge>;
  return isOut ? <Badge tone="bad">Out of Stock</Badge> : null;
}
