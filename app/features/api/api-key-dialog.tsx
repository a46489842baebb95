import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { apiScopeNames, apiScopes, MAX_API_KEY_NAME } from '#domain/api-key.ts';
import { sendAction } from '#ui/actions/action-result.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Dialog, DialogActions, DialogBody } from '#ui/dialog.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { CreatedKey } from './api-keys.server.ts';

export function ApiKeyDialog({ onClose }: { onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<CreatedKey>();
  const { revalidate } = useRevalidator();

  async function create(form: FormData) {
    if (busy) return;
    setBusy(true);
    const next = await sendAction<CreatedKey>('/admin/api-key/new', {
      body: form,
      failure: 'Error creating key',
    });
    if (next.done) await revalidate();
    setResult(next);
    setBusy(false);
  }

  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={(open) => !open && onClose()}
      title={result?.key === undefined ? 'Create a key' : 'Copy the key now'}
    >
      {result?.key === undefined ? (
        <KeyForm busy={busy} result={result} onSend={create} onClose={onClose} />
      ) : (
        <>
          <DialogBody>
            <p className="mb-3">It is shown only once. If you lose it, revoke it and create another one.</p>
            <p className="rounded-md bg-sunken p-3 font-mono text-sm break-all">{result.key}</p>
            <CopyButton text={result.key} label="Copy Key" />
          </DialogBody>
          <DialogActions>
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

interface KeyFormProps {
  busy: boolean;
  result: CreatedKey | undefined;
  onSend: (form: FormData) => Promise<void>;
  onClose: () => void;
}

function KeyForm({ busy, result, onSend, onClose }: KeyFormProps) {
  const errors = result?.errors ?? {};
  return (
    <form
      noValidate
      className="flex min-h-0 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        void onSend(new FormData(event.currentTarget));
      }}
    >
      <DialogBody>
        {result && !result.done && !result.errors && (
          <Alert tone="danger" title={result.message ?? ''} announce className="mb-4" />
        )}
        <div className="grid gap-4">
          <TextField
            name="name"
            label="Name *"
            hint="The program that uses it. The audit trail has this name."
            maxLength={MAX_API_KEY_NAME}
            autoComplete="off"
            required
            error={errors.name}
          />
          <fieldset aria-describedby={errors.scopes ? 'scopes-error' : undefined}>
            <legend className="font-medium">It may *</legend>
            {apiScopeNames.map((scope) => (
              <Checkbox key={scope} name="scopes" value={scope} label={apiScopes[scope]} />
            ))}
            {errors.scopes && (
              <p id="scopes-error" role="alert" className="text-sm text-danger">
                {errors.scopes}
              </p>
            )}
          </fieldset>
        </div>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          Create Key
        </Button>
      </DialogActions>
    </form>
  );
}
