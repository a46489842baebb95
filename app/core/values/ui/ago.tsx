import { exactTime, relativeTime } from '../relative-time.ts';

export function Ago({ time, now }: { time: string; now: string }) {
  return (
    <time dateTime={time} title={exactTime(time)} className="whitespace-nowrap">
      {relativeTime(time, now)}
    </time>
  );
}
