import { useShop } from './use-shop.ts';

interface TimeProps {
  /** ISO 8601. */
  time: string;
}

/** Shows a time in the shop's time zone. Example: 'Nov 21, 2026, 3:04 PM'. */
export function ExactTime({ time }: TimeProps) {
  const { timeZone } = useShop();
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return (
    <time dateTime={time} className="sm:whitespace-nowrap">
      {format.format(new Date(time))}
    </time>
  );
}
