import type { OpenAlert } from '../alert.ts';
import { Alert } from '#kit/alert.tsx';
import { ActionButton, type ActionButtonProps } from '#kit/form/action-button.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';

interface AlertCardProps {
  alert: OpenAlert & { settledAt?: string | null; settledBy?: string | null };
  /** useSettle returns it. */
  action: ActionButtonProps['action'];
}

export function AlertCard({ alert, action }: AlertCardProps) {
  const { id, title, advice, facts, link, raisedAt, settledAt, settledBy } = alert;
  return (
    <Alert tone={settledAt ? 'success' : 'warning'} title={title}>
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
                <Time at={raisedAt} />
              </dd>
            </div>
            {settledAt && (
              <div className="flex gap-1.5">
                <dt>Settled:</dt>
                <dd>
                  <Time at={settledAt} />, {settledBy ? `by ${settledBy}` : 'by itself'}
                </dd>
              </div>
            )}
          </dl>
          {!settledAt && <p className="mt-1.5 max-w-prose">{advice}</p>}
          {link && (
            <p className="mt-1.5">
              <TextLink to={link.to}>{link.label}</TextLink>
            </p>
          )}
        </div>
        {!settledAt && (
          <ActionButton
            action={action}
            fields={{ intent: 'settle-alert', id }}
            size="small"
            className="shrink-0 self-start sm:self-auto"
            aria-label={`Settle: ${title}`}
          >
            Settle
          </ActionButton>
        )}
      </div>
    </Alert>
  );
}

function Time({ at }: { at: string }) {
  const { timeZone } = useShop();
  const timeOfDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return <time dateTime={at}>{timeOfDay.format(new Date(at))}</time>;
}
