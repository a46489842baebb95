import { useShop } from './use-shop.ts';

interface TimeProps {
  /** In ISO 8601. */
  time: string;
}

/** As in 'Nov 21, 2026, 3:04 PM', in the shop's time zone. */
export function ExactTime({ time }: TimeProps) {
  const { timeZone } = useShop();
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return (
    <time dateTime={time} className="sm:whitespace-nowrap">
      {format.format(new Date(time))}
    </time>
  );
}
