import { useState } from 'react';
import { useRevalidator } from 'react-router';
import {
  MAX_WEBHOOK_URL,
  type Webhook,
  type WebhookDelivery,
  webhookEventNames,
  webhookEvents,
} from '#core/api/webhook.ts';
import { sendAction } from '#kit/actions/send-action.ts';
import { ConfirmAction } from '#kit/actions/confirm-action.tsx';
import { Badge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { showToast } from '#kit/show-toast.ts';
import { TextField } from '#kit/text-field.tsx';
import { CheckboxGroup, SecretDialog } from './secret-dialog.tsx';
import { WebhookLog } from './webhook-log.tsx';

interface WebhooksViewProps {
  webhooks: Webhook[];
  deliveries: WebhookDelivery[];
  now: string;
}

export function WebhooksView({ webhooks, deliveries, now }: WebhooksViewProps) {
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<Webhook>();
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();

  async function send(address: string, failure: string) {
    setBusy(true);
    const { done, message } = await sendAction(address, { failure });
    await revalidate();
    setBusy(false);
    if (message) await showToast({ title: message, kind: done ? 'success' : 'error' });
  }

  return (
    <section aria-labelledby="webhooks" className="mt-10">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-3">
        <h2 id="webhooks">Webhooks</h2>
        <Button onClick={() => setAdding(true)}>
          <Icon name="Plus" /> Add Webhook
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
            busy={busy}
            onEnable={() => void send(`/admin/webhook/${webhook.id}`, 'Error enabling webhook')}
            onDelete={() => setDeleting(webhook)}
          />
        ))}
      </ul>
      {webhooks.length > 0 && (
        <WebhookLog
          deliveries={deliveries}
          now={now}
          busy={busy}
          onSendAgain={(id) => void send(`/admin/webhook-delivery/${id}`, 'Error sending event')}
        />
      )}
      {adding && <WebhookDialog onClose={() => setAdding(false)} />}
      {deleting && (
        <ConfirmAction
          title="Delete this webhook?"
          confirmLabel="Delete Webhook"
          address={`/admin/webhook/${deleting.id}`}
          failure="Error deleting webhook"
          onClose={() => setDeleting(undefined)}
        >
          {deleting.url} will no longer be called. Its log is deleted too.
        </ConfirmAction>
      )}
    </section>
  );
}

interface WebhookCardProps {
  webhook: Webhook;
  busy: boolean;
  onEnable: () => void;
  onDelete: () => void;
}

function WebhookCard({ webhook, busy, onEnable, onDelete }: WebhookCardProps) {
  const { url, events, failingSince, disabledAt } = webhook;
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
          <Button size="small" busy={busy} aria-label={`Enable ${url}`} onClick={onEnable}>
            Enable
          </Button>
        )}
        <Button size="small" aria-label={`Delete ${url}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </Card>
  );
}

function WebhookDialog({ onClose }: { onClose: () => void }) {
  return (
    <SecretDialog
      title="Add a webhook"
      note="The program checks the Partyard-Signature of each call with it. It is shown only once: if you lose it, add the webhook again."
      secretName="Secret"
      submitLabel="Add Webhook"
      address="/admin/webhook/new"
      failure="Error adding webhook"
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            name="url"
            type="url"
            label="Address *"
            hint="On the public internet, with https."
            placeholder="https://"
            maxLength={MAX_WEBHOOK_URL}
            autoComplete="off"
            required
            error={errors.url}
          />
          <CheckboxGroup
            name="events"
            legend="Call it when *"
            choices={webhookEventNames.map((event) => [event, webhookEvents[event]])}
            error={errors.events}
          />
        </>
      )}
    </SecretDialog>
  );
}
