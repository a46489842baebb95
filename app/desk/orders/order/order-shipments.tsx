import { formatUnits } from '#core/orders/order-event.ts';
import { parcelSlipAddress } from '#core/orders/order-addresses.ts';
import { ButtonLink } from '#kit/button-link.tsx';
import { Badge } from '#kit/badge.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import type { OrderPageData } from './read-order-page.server.ts';
import { Section } from '#core/orders/ui/section.tsx';
import { ShipmentActions } from './shipment-actions.tsx';

export function OrderShipments({ order: { shipments, desk } }: { order: OrderPageData }) {
  const action = useAction({ failure: 'Error' });
  if (shipments.length === 0) return null;
  return (
    <Section title="Shipments">
      <ul className="divide-y divide-line">
        {shipments.map((shipment) => (
          <li key={shipment.id} className="py-3 text-sm first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-semibold">
                {shipment.method === 'pickup' ? 'Picked up' : (shipment.carrier ?? 'Parcel')}
              </span>
              <Tracking shipment={shipment} />
              {shipment.deliveredAt && <Badge tone="good">Delivered</Badge>}
            </p>
            {shipment.collectedBy && <p>By {shipment.collectedBy}</p>}
            <p className="wrap-anywhere">{formatUnits(shipment.units)}</p>
            <p className="text-muted">
              {shipment.who}, <ExactTime time={shipment.shippedAt} />
            </p>
            {desk && (
              <div className="mt-2 flex flex-wrap gap-2">
                <ShipmentActions
                  order={desk}
                  shipment={shipment}
                  isMailed={shipment.isMailed}
                  action={action}
                />
                {shipment.method === 'parcel' && (
                  <ButtonLink size="small" to={parcelSlipAddress(desk.number, shipment.id)}>
                    Packing slip<span className="sr-only"> of this parcel</span>
                  </ButtonLink>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Tracking({ shipment: { tracking, page } }: { shipment: OrderPageData['shipments'][number] }) {
  if (tracking === null) return null;
  if (page === null) return <span className="font-stamp wrap-anywhere">{tracking}</span>;
  return (
    <a href={page} target="_blank" rel="noreferrer" className="link font-stamp wrap-anywhere">
      {tracking}
      <span className="sr-only"> at the carrier, in a new window</span>
    </a>
  );
}

export function OrderPhotos({ photos }: Pick<OrderPageData, 'photos'>) {
  if (photos.length === 0) return null;
  return (
    <Section title="Photos">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {photos.map(({ id, part, who, takenAt }) => (
          <li key={id} className="text-sm">
            <a href={`/admin/order-photo/${id}`} target="_blank" rel="noreferrer" className="link block">
              <img
                src={`/admin/order-photo/${id}`}
                alt={part ?? 'The parcel'}
                width={320}
                height={240}
                loading="lazy"
                className="aspect-4/3 w-full rounded-md border border-line bg-picture object-cover"
              />
              <span className="sr-only">, in a new window</span>
            </a>
            <p className="text-muted">
              {who}, <ExactTime time={takenAt} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
