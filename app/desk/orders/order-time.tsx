import { relativeTime } from '#core/values/relative-time.ts';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';

/** Shows how long ago an order was placed, and when. `time` is in ISO 8601, `now` is the server's time. */
export function PlacedAt({ time, now }: { time: string; now: string }) {
  return (
    <>
      <span className="whitespace-nowrap">{relativeTime(time, now)}</span>{' '}
      <span className="block text-xs text-muted">
        <ExactTime time={time} />
      </span>
    </>
  );
}
