import type { ShippingAddress } from '#core/addresses/postal-address.ts';
import type { PrintedOrder } from './read-print.server.ts';

export function Recipient({ order }: { order: PrintedOrder }) {
  const { customerName, address, phone, pickupLocation } = order;
  return (
    <address className="wrap-anywhere not-italic">
      {customerName && <p>{customerName}</p>}
      {pickupLocation !== null && <p>{pickupLocation}</p>}
      {address && formatLines(address).map((line) => <p key={line}>{line}</p>)}
      {phone && <p>{phone}</p>}
    </address>
  );
}

function formatLines({ line1, line2, city, state, postalCode, country }: ShippingAddress): string[] {
  return [line1, line2, `${city}, ${state} ${postalCode}`, country === 'US' ? null : country].filter(
    (line) => line !== null && line !== '',
  ) as string[];
}
