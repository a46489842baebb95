import { phoneLink } from '#core/settings/shop.ts';
import { useShop } from '#core/settings/ui/use-shop.ts';

/** Gives the shop's phone number to buyers with questions. */
export function CallUs() {
  const shop = useShop();
  return (
    <p className="mt-6">
      Questions? Call us at{' '}
      <a href={phoneLink(shop)} className="link whitespace-nowrap">
        {shop.phone}
      </a>
      .
    </p>
  );
}
