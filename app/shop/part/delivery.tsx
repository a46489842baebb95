import { lazy, type ReactNode, Suspense } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import type { IconName } from '#kit/icons/icon-names.ts';
import { useShop } from '#core/settings/ui/use-shop.ts';
import type { ReadyFrom } from '#core/yard/ready-day.ts';
import type { DeliveryTerms } from './delivery.server.ts';

// If it fails to load, the shipping rule says enough.
const DeliveryEstimate = lazy(() =>
  import('./delivery-estimate.tsx').catch(() => ({ default: () => <></> })),
);

interface DeliveryProps extends DeliveryTerms {
  /** The cost in words. */
  shipping: string;
  readyFrom: ReadyFrom;
}

/** Says how a part is sent, and where it can be picked up. It estimates a day if the owner has entered shipping times. */
export function Delivery({ offers, pickup, shipping, readyFrom }: DeliveryProps) {
  const { city } = useShop();
  const hasEstimate = offers.some(({ states, days }) => states !== null || days !== null);
  return (
    <ul className="grid gap-2 text-sm">
      <Way icon="Truck">
        <p>{shipping}</p>
        {offers.length > 0 && <p className="text-muted">Ships from {city}</p>}
        {hasEstimate && (
          <Suspense>
            <DeliveryEstimate offers={offers} readyFrom={readyFrom} />
          </Suspense>
        )}
      </Way>
      {pickup && (
        <Way icon="MapPin">
          <p>
            {readyFrom === null
              ? `Free pickup, ready in about ${pickup.readyHours === 1 ? '1 hour' : `${pickup.readyHours} hours`}`
              : 'Free pickup'}
          </p>
          {pickup.places.map((place) => (
            <p key={place} className="text-muted">
              {place}
            </p>
          ))}
        </Way>
      )}
    </ul>
  );
}

function Way({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex min-w-0 gap-3">
      <Icon name={icon} className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">{children}</div>
    </li>
  );
}
