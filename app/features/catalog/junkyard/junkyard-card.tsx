import type { ReactNode } from 'react';
import { useLivePart } from '#live';
import { stockNewsTexts } from '#domain/live.ts';
import { DEFAULT_CONDITION, type Part, partDescription } from '#domain/part.ts';
import { vehicleName } from '#domain/part-address.ts';
import { Badge, ConditionBadge } from '#ui/badge.tsx';
import { useOwnHolds } from '#ui/own-holds.ts';
import { FitNote } from '#ui/fit-note.tsx';
import { FitStated } from '#ui/fit-stated.tsx';
import { PartNumber } from '#ui/part-number.tsx';
import { PartPrice } from '#ui/price.tsx';
import { CardPicture } from '#features/catalog/part/card-picture.tsx';
import { PartLink } from '#features/catalog/part/part-link.tsx';
import { PartSummary } from '#features/catalog/part/part-summary.tsx';
import type { ConditionColors } from '#features/catalog/search/condition-colors.server.ts';

interface JunkyardCardProps {
  part: Part;
  conditionColors: ConditionColors;
  eager: boolean;
  actions: ReactNode;
}

/** What is in the item of a list. */
export function JunkyardCard({ part: loaded, conditionColors, eager, actions }: JunkyardCardProps) {
  const { part, news } = useLivePart(loaded);
  const condition = part.condition || DEFAULT_CONDITION;
  const vehicle = vehicleName(part);
  const isHeldForYou = useOwnHolds(part.id).length > 0;
  return (
    <>
      <CardPicture
        part={part}
        news={news}
        eager={eager}
        outText={isHeldForYou ? undefined : 'Out of Stock'}
      />
      <div className="part-body">
        <h2 className="part-name">
          <PartLink part={part} />
        </h2>
        <div className="part-facts">
          <p className="part-badges -order-1">
            <ConditionBadge colorClass={conditionColors[condition]}>{condition}</ConditionBadge>
            {isHeldForYou && <Badge tone="info">Held for you</Badge>}
          </p>
          {vehicle && <p className="part-vehicle">{vehicle}</p>}
          <PartSummary part={part} />
          {part.oemNumber && (
            <p className="part-oem part-oem-in-list">
              <PartNumber>{part.oemNumber}</PartNumber>
            </p>
          )}
        </div>
        <FitStated fit={part.fit} />
        <FitNote id={part.id} part={part} />
        <p className="part-description">{partDescription(part)}</p>
        <p className="part-price">
          <PartPrice cents={part.priceCents} size="medium" />
          {part.stock === 1 && <span className="part-stock text-sm text-muted">{stockNewsTexts.last}</span>}
        </p>
        <div className="part-actions">{actions}</div>
      </div>
    </>
  );
}
