import { useShop } from '#core/settings/ui/use-shop.ts';

/** Returns the format of a day at the shop: 'Dec 24, 2026'. */
export function useDay(): Intl.DateTimeFormat {
  const { timeZone } = useShop();
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
}
