import { Card } from '#kit/card.tsx';

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Uses a list, so that screen readers announce each week. */
export function SignupsChart({ weeks }: { weeks: { week: string; signups: number }[] }) {
  const most = Math.max(1, ...weeks.map(({ signups }) => signups));
  return (
    <Card as="section">
      <h2 className="text-lg">Sign-ups by week</h2>
      <ul className="mt-3 flex h-40 items-end gap-1 sm:gap-2">
        {weeks.map(({ week, signups }, index) => {
          const from = day.format(new Date(`${week}T00:00:00Z`));
          return (
            <li key={week} className="flex h-full min-w-0 flex-1 flex-col justify-end text-center text-xs">
              <span className="sr-only">
                Week of {from}: {signups}
              </span>
              <span aria-hidden className="font-semibold tabular-nums">
                {signups > 0 && signups}
              </span>
              <svg
                aria-hidden
                viewBox="0 0 10 100"
                preserveAspectRatio="none"
                className="min-h-0 w-full flex-1 border-b border-line-strong text-link"
              >
                <rect
                  x="1"
                  width="8"
                  y={100 - (signups / most) * 100}
                  height={(signups / most) * 100}
                  fill="currentColor"
                />
              </svg>
              <span aria-hidden className="mt-1 h-4 whitespace-nowrap text-muted max-sm:invisible">
                {index % 2 === weeks.length % 2 ? '' : from}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
