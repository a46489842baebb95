import type { BuyerOrder } from '../buyer-order.ts';
import { formatHours } from '#core/settings/opening-hours.ts';
import { formatPostalAddress } from '#core/addresses/postal-address.ts';
import { formatAddress } from '#core/settings/shop.ts';
import { useShop } from '#core/settings/ui/use-shop.ts';

/** Shows where the parts go. If the buyer is unknown, it only says that they are shipped. */
export function OrderDelivery({
  order: { fulfillment, pickupLocation, buyer },
}: {
  order: Pick<BuyerOrder, 'fulfillment' | 'pickupLocation' | 'buyer'>;
}) {
  const shop = useShop();
  if (fulfillment === 'pickup') {
    const location = shop.locations.find(({ name }) => name === pickupLocation);
    return (
      <>
        <p className="font-semibold">{pickupLocation}</p>
        {location && <p>{formatAddress(location)}</p>}
        <ul className="mt-2 text-sm text-muted">
          {formatHours(shop).map(({ days, open }) => (
            <li key={days}>
              {days}: {open}
            </li>
          ))}
        </ul>
      </>
    );
  }
  if (!buyer) return <p className="text-muted">To the address you entered when you paid.</p>;
  const lines = buyer.address ? formatPostalAddress(buyer.name, buyer.address) : [buyer.name ?? ''];
  return (
    <address className="not-italic wrap-anywhere">
      {lines.map((line, index) => (
        // Two lines can be the same.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} className="block">
          {line}
        </span>
      ))}
    </address>
  );
}
