import { useState } from 'react';
import { type Webhook, type WebhookDelivery, webhookEvents } from '#core/api/webhook.ts';
import { Badge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { ActionButton, type ActionButtonProps } from '#kit/form/action-button.tsx';
import { ConfirmAction } from '#kit/form/confirm-action.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookLog } from './webhook-log.tsx';

interface WebhooksViewProps {
  webhooks: Webhook[];
  deliveries: WebhookDelivery[];
  now: string;
}

export function WebhooksView({ webhooks, deliveries, now }: WebhooksViewProps) {
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<Webhook>();
  const action = useAction({ failure: 'Error enabling webhook' });

  return (
    <section aria-labelledby="webhooks" className="mt-10">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-3">
        <h2 id="webhooks">Webhooks</h2>
        <Button onClick={() => setAdding(true)}>
          <Icon name="Plus" /> Add webhook
        </Button>
      </div>
      <p className="mb-4 max-w-prose text-muted">
        The shop calls these addresses when something happens, and retries for days if they don&apos;t answer.
      </p>
      {webhooks.length === 0 && (
        <EmptyState title="No webhooks yet" icon="RefreshCw" level={3}>
          Add the address of a program that should be notified right away.
        </EmptyState>
      )}
      <ul className="grid gap-3">
        {webhooks.map((webhook) => (
          <WebhookCard
            key={webhook.id}
            webhook={webhook}
            action={action}
            onDelete={() => setDeleting(webhook)}
          />
        ))}
      </ul>
      {webhooks.length > 0 && <WebhookLog deliveries={deliveries} now={now} />}
      {adding && <WebhookDialog onClose={() => setAdding(false)} />}
      {deleting && (
        <ConfirmAction
          title="Delete this webhook?"
          confirmLabel="Delete webhook"
          fields={{ intent: 'delete-webhook', id: deleting.id }}
          failure="Error deleting webhook"
          onClose={() => setDeleting(undefined)}
        >
          {deleting.url} will no longer be called. Its log is deleted too.
        </ConfirmAction>
      )}
    </section>
  );
}

interface WebhookCardProps extends Pick<ActionButtonProps, 'action'> {
  webhook: Webhook;
  onDelete: () => void;
}

function WebhookCard({ webhook, action, onDelete }: WebhookCardProps) {
  const { id, url, events, failingSince, disabledAt } = webhook;
  return (
    <Card as="li" className="flex flex-col items-start gap-3 sm:flex-row sm:justify-between">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold wrap-anywhere">{url}</span>
          {disabledAt !== null ? (
            <Badge tone="bad">Disabled</Badge>
          ) : (
            failingSince !== null && <Badge tone="warning">Failing</Badge>
          )}
        </p>
        <p className="mt-0.5 text-sm text-muted">{events.map((event) => webhookEvents[event]).join('. ')}.</p>
      </div>
      <div className="flex shrink-0 gap-2">
        {disabledAt !== null && (
          <ActionButton
            action={action}
            fields={{ intent: 'enable-webhook', id }}
            size="small"
            aria-label={`Enable ${url}`}
          >
            Enable
          </ActionButton>
        )}
        <Button size="small" aria-label={`Delete ${url}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </Card>
  );
}
