import type { ReactNode } from 'react';
import { useLivePart } from '#core/live/ui/live-store.ts';
import type { ListedPart } from './listed-part.ts';
import { PartOffers } from './part-offers.tsx';
import { formatDollars } from '#core/values/money.ts';
import { stockNewsTexts } from '#core/live/live.ts';
import { DEFAULT_CONDITION, OUT_OF_STOCK_CONDITION } from '#core/catalog/part.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { Badge, ConditionBadge } from '#kit/badge.tsx';
import { FitNote } from '#core/fitment/ui/fit-note.tsx';
import { useOwnHolds } from '#core/accounts/own-holds.ts';
import { CardPicture } from './card-picture.tsx';
import { PartLink } from './part-link.tsx';
import { StockBadge } from '#core/catalog/ui/stock-badge.tsx';
import type { ConditionColors } from '#core/search/condition-colors.server.ts';

interface PartCardProps {
  part: ListedPart;
  /** True in a list for one vehicle (Spec §4, Results view), false in the junkyard's. */
  isForVehicle?: boolean;
  /** Says whether it fits, where the shop knows more of the search than of the shopper's vehicle. */
  verdict?: string | undefined;
  conditionColors: ConditionColors;
  /** Loads the picture at once. */
  eager: boolean;
  actions: ReactNode;
}

/** Shows a part in a list. Lists have many, so each element and hook counts. */
export function PartCard(props: PartCardProps) {
  const { part: loaded, isForVehicle, verdict, conditionColors, eager, actions } = props;
  const { part, news } = useLivePart(loaded);
  const isHeld = useOwnHolds(part.id).length > 0;
  const vehicle = isForVehicle ? '' : vehicleName(part);
  const condition = part.condition ?? (isForVehicle ? null : DEFAULT_CONDITION);
  return (
    <li className="card part-card">
      <CardPicture
        part={part}
        news={news}
        eager={eager}
        outText={isForVehicle || isHeld ? undefined : 'Out of Stock'}
      />
      <h2 className="part-name">
        <PartLink part={part} />
      </h2>
      <div className="part-facts">
        <p className="part-badges">
          {isForVehicle && <StockBadge part={part} showCount />}
          {/* The stock says it already, here or over the picture. */}
          {condition && condition !== OUT_OF_STOCK_CONDITION && (
            <ConditionBadge colorClass={conditionColors[condition]}>{condition}</ConditionBadge>
          )}
          {!isForVehicle && isHeld && <Badge tone="info">Held for you</Badge>}
        </p>
        {vehicle && <p className="part-vehicle">{vehicle}</p>}
        <p className="part-summary">{part.summary}</p>
        {part.oemNumber && (
          <p className="part-oem part-number">
            {isForVehicle && 'OEM '}
            {part.oemNumber}
          </p>
        )}
      </div>
      {verdict === undefined ? (
        <FitNote id={part.id} part={part} stated={part.fit} />
      ) : (
        <p className="fit-room fit-stated">{part.fit?.fit === 'unknown' ? part.fit.reason : verdict}</p>
      )}
      <p className="part-description">{part.description}</p>
      <p className="part-price">
        {part.priceCents ? formatDollars(part.priceCents) : 'Price on request'}
        {!isForVehicle && part.stock === 1 && <span className="part-stock">{stockNewsTexts.last}</span>}
      </p>
      {actions}
      {loaded.offers && (
        <PartOffers part={loaded} addedText={isForVehicle ? 'Added to Cart' : 'Added to cart'} />
      )}
    </li>
  );
}
