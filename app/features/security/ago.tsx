import { exactTime, relativeTime } from '#domain/security-dashboard.ts';

/** Relative time, with the exact time as a tooltip. */
export function Ago({ time, now }: { time: string; now: string }) {
  return (
    <time dateTime={time} title={exactTime(time)} className="whitespace-nowrap">
      {relativeTime(time, now)}
    </time>
  );
}
