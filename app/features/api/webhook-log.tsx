import { type WebhookDelivery, webhookEvents } from '#domain/webhook.ts';
import { Ago } from '#ui/ago.tsx';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ExactTime } from '#ui/exact-time.tsx';
import { Cell, HeaderCell, Table } from '#ui/table.tsx';

const states: Record<WebhookDelivery['state'], readonly [label: string, tone: BadgeTone]> = {
  waiting: ['Waiting', 'neutral'],
  delivered: ['Delivered', 'good'],
  failed: ['Given up', 'bad'],
};

interface WebhookLogProps {
  deliveries: WebhookDelivery[];
  now: string;
  busy: boolean;
  onSendAgain: (id: string) => void;
}

export function WebhookLog({ deliveries, now, busy, onSendAgain }: WebhookLogProps) {
  if (deliveries.length === 0) return <p className="mt-4 text-muted">Nothing has happened yet.</p>;
  return (
    <>
      <h3 className="mt-6 mb-3">Latest Calls</h3>
      <Table label="Latest calls of webhooks">
        <thead>
          <tr>
            <HeaderCell>Event</HeaderCell>
            <HeaderCell>Webhook</HeaderCell>
            <HeaderCell>State</HeaderCell>
            <HeaderCell numeric>Attempts</HeaderCell>
            <HeaderCell>
              <span className="sr-only">Actions</span>
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <tr key={delivery.id}>
              <Cell>
                {webhookEvents[delivery.event]}
                <br />
                <span className="text-muted">
                  {delivery.subject}, <Ago time={delivery.happenedAt} now={now} />
                </span>
              </Cell>
              <Cell className="wrap-anywhere">{new URL(delivery.url).host}</Cell>
              <Cell>
                <DeliveryState delivery={delivery} />
              </Cell>
              <Cell numeric>{delivery.attempts}</Cell>
              <Cell>
                <Button
                  size="small"
                  busy={busy}
                  aria-label={`Send again: ${delivery.event} ${delivery.subject}`}
                  onClick={() => onSendAgain(delivery.id)}
                >
                  Send Again
                </Button>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

function DeliveryState({ delivery: { state, outcome, nextAt } }: { delivery: WebhookDelivery }) {
  const [label, tone] = states[state];
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {outcome !== null && <span className="block text-muted">{outcome}</span>}
      {nextAt !== null && (
        <span className="block text-muted">
          Next attempt: <ExactTime time={nextAt} />
        </span>
      )}
    </>
  );
}
