import { relativeTime } from '#domain/security-dashboard.ts';
import { useShop } from '#ui/use-shop.ts';

interface TimeProps {
  /** In ISO 8601. */
  time: string;
}

/** As in 'Nov 21, 2026, 3:04 PM', in the shop's time zone. */
export function ExactTime({ time }: TimeProps) {
  const { timeZone } = useShop();
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return (
    <time dateTime={time} className="whitespace-nowrap">
      {format.format(new Date(time))}
    </time>
  );
}

/** How long ago, and when. `now` is the server's time. */
export function PlacedAt({ time, now }: TimeProps & { now: string }) {
  return (
    <>
      <span className="whitespace-nowrap">{relativeTime(time, now)}</span>{' '}
      <span className="block text-xs text-muted">
        <ExactTime time={time} />
      </span>
    </>
  );
}
