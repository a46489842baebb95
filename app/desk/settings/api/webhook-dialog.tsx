import { MAX_WEBHOOK_URL, webhookEventNames, webhookEvents } from '#core/api/webhook.ts';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { TextField } from '#kit/text-field.tsx';
import { CheckboxGroup } from './checkbox-group.tsx';
import { SecretDialog, type SecretResult } from './secret-dialog.tsx';

export function WebhookDialog({ onClose }: { onClose: () => void }) {
  const form = useAction<SecretResult>({ failure: 'Error adding webhook', hasAlert: true });
  const { url, events } = form.errors as { url?: string; events?: string };
  const secret = form.busy ? undefined : form.result?.secret;
  if (secret !== undefined)
    return (
      <SecretDialog
        name="Secret"
        note="The program checks the Partyard-Signature of each call with it. It is shown only once: if you lose it, add the webhook again."
        secret={secret}
        onClose={onClose}
      />
    );
  return (
    <FormDialog form={form} title="Add a webhook" submitLabel="Add webhook" onClose={onClose}>
      <input type="hidden" name="intent" value="add-webhook" />
      <TextField
        name="url"
        type="url"
        label="Address *"
        hint="On the public internet, with https."
        placeholder="https://"
        maxLength={MAX_WEBHOOK_URL}
        autoComplete="off"
        required
        error={url}
      />
      <CheckboxGroup
        name="events"
        legend="Call it when *"
        choices={webhookEventNames.map((event) => [event, webhookEvents[event]])}
        error={events}
      />
    </FormDialog>
  );
}
