const steps: readonly (readonly [unit: string, seconds: number])[] = [
  ['year', 365 * 24 * 60 * 60],
  ['month', 30 * 24 * 60 * 60],
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
];

/** Formats the time between two ISO times: '5 minutes ago'. A future time is 'just now'. */
export function relativeTime(time: string, now: string): string {
  const seconds = Math.floor((Date.parse(now) - Date.parse(time)) / 1000);
  const step = steps.find(([, each]) => seconds >= each);
  if (!step) return 'just now';
  const [unit, length] = step;
  const count = Math.floor(seconds / length);
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

/** Formats an ISO time: '2026-11-21 15:04:05 UTC'. */
export function exactTime(time: string): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
