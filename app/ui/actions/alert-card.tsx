import type { OpenAlert } from '#domain/alert.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { useShop } from '#ui/use-shop.ts';

interface AlertCardProps {
  alert: OpenAlert;
  busy: boolean;
  onSettle: () => void;
}

export function AlertCard({ alert: { title, advice, facts, raisedAt }, busy, onSettle }: AlertCardProps) {
  const { timeZone } = useShop();
  const timeOfDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return (
    <Alert tone="warning" title={title}>
      <div className="flex flex-col gap-3 sm:flex-row sm:items-end sm:justify-between">
        <div className="min-w-0">
          <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm">
            {facts.map(([name, value]) => (
              <div key={name} className="flex min-w-0 flex-wrap gap-x-1.5">
                <dt>{name}:</dt>
                <dd className="font-semibold wrap-anywhere">{value}</dd>
              </div>
            ))}
            <div className="flex gap-1.5">
              <dt>Since:</dt>
              <dd>
                <time dateTime={raisedAt}>{timeOfDay.format(new Date(raisedAt))}</time>
              </dd>
            </div>
          </dl>
          <p className="mt-1.5 max-w-prose">{advice}</p>
        </div>
        <Button
          size="small"
          className="shrink-0 self-start sm:self-auto"
          busy={busy}
          onClick={onSettle}
          aria-label={`Settle: ${title}`}
        >
          Settle
        </Button>
      </div>
    </Alert>
  );
}
