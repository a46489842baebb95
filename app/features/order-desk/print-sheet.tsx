import { formatAddress } from '#domain/shop.ts';
import { useShop } from '#ui/use-shop.ts';

/** The classes of a sheet of paper. */
export const sheet =
  'mb-6 break-after-page rounded-md border border-line bg-surface p-6 last:break-after-auto print:mb-0 print:border-0 print:p-0';

/** The shop's address, as on paper. */
export function ShopLines() {
  const { locations, city, phone, registration } = useShop();
  const [location] = locations;
  return (
    <>
      <p>{location ? formatAddress(location) : city}</p>
      <p>{phone}</p>
      {registration && <p className="text-sm">{registration}</p>}
    </>
  );
}
