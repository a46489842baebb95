import { type BuyerEvent, type BuyerOrder, formatFullDay } from '#core/orders/buyer-order.ts';
import { findTrackingAddress } from '#core/orders/carrier.ts';
import { formatDollars } from '#core/values/money.ts';
import { formatUnits } from '#core/orders/order-event.ts';
import { PartNumber } from '#kit/part-number.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { DayTime } from './day-time.tsx';

/** Shows each parcel with its tracking number. */
export function OrderParcels({ shipments }: Pick<BuyerOrder, 'shipments'>) {
  return (
    <ul className="divide-y divide-line">
      {shipments.map((shipment) => {
        const page = findTrackingAddress(shipment.carrier, shipment.tracking);
        return (
          <li key={shipment.id} className="py-3 wrap-anywhere first:pt-0 last:pb-0">
            <p>{formatUnits(shipment.pieces)}</p>
            {shipment.tracking && (
              <p className="text-sm">
                {shipment.carrier} <PartNumber>{shipment.tracking}</PartNumber>{' '}
                {page && (
                  <a
                    href={page}
                    target="_blank"
                    rel="noreferrer"
                    className="link inline-flex min-h-6 items-center"
                  >
                    Track this parcel<span className="sr-only">, in a new window</span>
                  </a>
                )}
              </p>
            )}
            <p className="text-sm text-muted">
              {shipment.method === 'pickup' ? 'Picked up' : 'Shipped'} <DayTime time={shipment.at} />
              {shipment.deliveredAt && (
                <>
                  , delivered <DayTime time={shipment.deliveredAt} />
                </>
              )}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

interface Update {
  key: string;
  at: string;
  text: string;
  note: string | null;
}

const refundTexts: Record<BuyerOrder['refunds'][number]['state'], string> = {
  requested: 'Refund requested',
  pending: 'Refund on its way',
  done: 'Refunded',
};

/** Lists delays, cancellations and refunds, newest first. */
export function listUpdates({ events, refunds }: BuyerOrder, timeZone: string): Update[] {
  return [
    ...events.flatMap((event) => {
      const text = describeUpdate(event, timeZone);
      return text ? [{ key: `event ${event.id}`, at: event.at, text, note: event.note }] : [];
    }),
    ...refunds.map(({ id, state, amountCents, at, method }) => ({
      key: id,
      at,
      text: `${refundTexts[state]}${state === 'requested' ? '' : method === 'cash' ? ' in cash' : ' to your card'}: ${formatDollars(amountCents)}`,
      note: null,
    })),
  ].toSorted((one, other) => other.at.localeCompare(one.at));
}

function describeUpdate({ kind, pieces, isWhole, shipBy, byBuyer }: BuyerEvent, timeZone: string) {
  if (kind === 'delayed') return shipBy && `Delayed. New date: ${formatFullDay(shipBy, timeZone)}`;
  if (kind !== 'canceled') return null;
  if (isWhole) return byBuyer ? 'You canceled the order' : 'The order was canceled';
  return `${byBuyer ? 'You canceled' : 'Out of stock and canceled'}: ${formatUnits(pieces ?? [])}`;
}

export function OrderUpdates({ order }: { order: BuyerOrder }) {
  const { timeZone } = useShop();
  return (
    <ol className="divide-y divide-line">
      {listUpdates(order, timeZone).map(({ key, at, text, note }) => (
        <li key={key} className="py-2.5 wrap-anywhere first:pt-0 last:pb-0">
          <p>{text}</p>
          {note && <p className="whitespace-pre-line">{note}</p>}
          <p className="text-sm text-muted">
            <DayTime time={at} />
          </p>
        </li>
      ))}
    </ol>
  );
}
