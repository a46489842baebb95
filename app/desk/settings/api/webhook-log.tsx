import type { ReactNode } from 'react';
import { type WebhookDelivery, webhookEvents } from '#core/api/webhook.ts';
import { Ago } from '#core/values/ui/ago.tsx';
import { Badge, type BadgeTone } from '#kit/badge.tsx';
import { Card } from '#kit/card.tsx';
import { ActionButton } from '#kit/form/action-button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';

const states: Record<WebhookDelivery['state'], readonly [label: string, tone: BadgeTone]> = {
  waiting: ['Waiting', 'neutral'],
  delivered: ['Delivered', 'good'],
  failed: ['Given up', 'bad'],
};

interface WebhookLogProps {
  deliveries: WebhookDelivery[];
  now: string;
}

export function WebhookLog({ deliveries, now }: WebhookLogProps) {
  const action = useAction({ failure: 'Error sending event' });
  if (deliveries.length === 0) return <p className="mt-4 text-muted">Nothing has happened yet.</p>;
  return (
    <>
      <h3 className="mt-6 mb-3">Latest calls</h3>
      <ul className="grid gap-3">
        {deliveries.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} now={now}>
            <ActionButton
              action={action}
              fields={{ intent: 'send-again', id: delivery.id }}
              size="small"
              className="shrink-0"
              aria-label={`Send again: ${webhookEvents[delivery.event]}, ${delivery.subject}`}
            >
              Send again
            </ActionButton>
          </Delivery>
        ))}
      </ul>
    </>
  );
}

interface DeliveryProps {
  delivery: WebhookDelivery;
  now: string;
  children: ReactNode;
}

function Delivery({ delivery, now, children }: DeliveryProps) {
  const { event, subject, url, happenedAt, state, attempts, outcome, nextAt } = delivery;
  const [label, tone] = states[state];
  return (
    <Card
      as="li"
      className="flex flex-col items-start gap-2 sm:flex-row sm:items-center sm:justify-between sm:gap-3"
    >
      <div className="min-w-0 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{webhookEvents[event]}</span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="wrap-anywhere text-muted">
          {subject}, <Ago time={happenedAt} now={now} />, to {new URL(url).host}
        </p>
        <p className="text-muted">
          {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
          {outcome !== null && `. ${outcome}`}
          {nextAt !== null && (
            <>
              . Next attempt: <ExactTime time={nextAt} />
            </>
          )}
        </p>
      </div>
      {children}
    </Card>
  );
}
