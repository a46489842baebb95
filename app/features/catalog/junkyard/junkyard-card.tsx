import type { ReactNode } from 'react';
import { DEFAULT_CONDITION, isInStock, type Part, partDescription } from '#domain/part.ts';
import { vehicleName } from '#domain/part-address.ts';
import { Badge, ConditionBadge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { PartPicture } from '#ui/part-picture.tsx';
import { useOwnHolds } from '#ui/own-holds.ts';
import { Price } from '#ui/price.tsx';
import { PartLink } from '#features/catalog/part/part-link.tsx';
import type { ConditionColors } from '#features/catalog/search/condition-colors.server.ts';

interface JunkyardCardProps {
  part: Part;
  conditionColors: ConditionColors;
  eager: boolean;
  actions: ReactNode;
}

export function JunkyardCard({ part, conditionColors, eager, actions }: JunkyardCardProps) {
  const condition = part.condition || DEFAULT_CONDITION;
  const vehicle = vehicleName(part);
  const isHeldForYou = useOwnHolds(part.id).length > 0;
  const isOut = !isInStock(part) && !isHeldForYou;
  return (
    <Card as="li" padding="none" className="relative flex flex-col overflow-hidden">
      <div className="relative border-b border-line bg-picture">
        <PartPicture
          src={part.imageUrl}
          alt=""
          width={320}
          height={240}
          eager={eager}
          className={`aspect-4/3 h-auto w-full ${isOut ? 'opacity-35' : ''}`}
        />
        {isOut && (
          <p className="absolute inset-x-0 top-1/2 -translate-y-1/2 bg-red-100 py-2 text-center font-semibold text-red-800">
            Out of Stock
          </p>
        )}
      </div>
      <div className="flex flex-1 flex-col gap-2 p-3.5">
        <p className="flex flex-wrap gap-1.5">
          <ConditionBadge colorClass={conditionColors[condition]}>{condition}</ConditionBadge>
          {isHeldForYou && <Badge tone="info">Held for you</Badge>}
        </p>
        <h2 className="text-xl">
          <PartLink part={part} />
        </h2>
        {vehicle && <p className="font-medium">{vehicle}</p>}
        <p className="line-clamp-3 text-sm text-muted">{partDescription(part)}</p>
        <p className="mt-auto pt-2">
          <Price cents={part.priceCents ?? 0} size="medium" />
        </p>
        <div className="relative *:w-full">{actions}</div>
      </div>
    </Card>
  );
}
