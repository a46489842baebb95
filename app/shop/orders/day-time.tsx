import { useShop } from '#core/settings/ui/use-shop.ts';

/** Shows a time in the shop's time zone. Example: 'Nov 21, 2026, 3:04 PM'. */
export function DayTime({ time }: { time: string }) {
  const { timeZone } = useShop();
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return <time dateTime={time}>{format.format(new Date(time))}</time>;
}
