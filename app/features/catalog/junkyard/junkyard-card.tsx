import type { ReactNode } from 'react';
import { useLivePart } from '#live';
import { DEFAULT_CONDITION, type Part, partDescription } from '#domain/part.ts';
import { vehicleName } from '#domain/part-address.ts';
import { Badge, ConditionBadge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { useOwnHolds } from '#ui/own-holds.ts';
import { FitNote } from '#ui/fit-note.tsx';
import { Price } from '#ui/price.tsx';
import { CardPicture } from '#features/catalog/part/card-picture.tsx';
import { PartLink } from '#features/catalog/part/part-link.tsx';
import type { ConditionColors } from '#features/catalog/search/condition-colors.server.ts';

interface JunkyardCardProps {
  part: Part;
  conditionColors: ConditionColors;
  eager: boolean;
  actions: ReactNode;
}

export function JunkyardCard({ part: loaded, conditionColors, eager, actions }: JunkyardCardProps) {
  const { part, news } = useLivePart(loaded);
  const condition = part.condition || DEFAULT_CONDITION;
  const vehicle = vehicleName(part);
  const isHeldForYou = useOwnHolds(part.id).length > 0;
  return (
    <Card as="li" padding="none" className="relative flex flex-col overflow-hidden">
      <CardPicture
        part={part}
        news={news}
        eager={eager}
        outText={isHeldForYou ? undefined : 'Out of Stock'}
      />
      <div className="flex flex-1 flex-col gap-2 p-3.5">
        <p className="flex flex-wrap gap-1.5">
          <ConditionBadge colorClass={conditionColors[condition]}>{condition}</ConditionBadge>
          {isHeldForYou && <Badge tone="info">Held for you</Badge>}
        </p>
        <h2 className="text-xl">
          <PartLink part={part} />
        </h2>
        {vehicle && <p className="font-medium">{vehicle}</p>}
        <FitNote part={part} />
        <p className="line-clamp-3 text-sm text-muted">{partDescription(part)}</p>
        <p className="mt-auto pt-2">
          <Price cents={part.priceCents ?? 0} size="medium" />
        </p>
        <div className="relative *:w-full">{actions}</div>
      </div>
    </Card>
  );
}
