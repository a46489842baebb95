import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ActionResult } from '#core/values/action-result.ts';
import { sendAction } from '#kit/actions/send-action.ts';
import { useErrorFocus } from '#kit/form/focus-first-error.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Checkbox } from '#kit/checkbox.tsx';
import { CopyButton } from '#kit/copy-button.tsx';
import { Dialog, DialogActions, DialogBody } from '#kit/dialog.tsx';
import { FieldError } from '#kit/field.tsx';

interface SecretResult extends ActionResult {
  secret?: string;
}

interface SecretDialogProps {
  title: string;
  /** Above the secret, such as what it is for. */
  note: string;
  /** Such as 'Key'. */
  secretName: string;
  submitLabel: string;
  address: string;
  failure: string;
  onClose: () => void;
  children: (errors: Readonly<Record<string, string>>) => ReactNode;
}

/** A form for something with a secret, which the dialog then shows once. */
export function SecretDialog({ title, note, secretName, submitLabel, address, ...props }: SecretDialogProps) {
  const { failure, onClose, children } = props;
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<SecretResult>();
  const { revalidate } = useRevalidator();
  const secret = result?.secret;
  useErrorFocus(result);

  async function send(body: FormData) {
    if (busy) return;
    setBusy(true);
    const next = await sendAction<SecretResult>(address, { body, failure });
    if (next.done) await revalidate();
    setResult(next);
    setBusy(false);
  }

  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={(open) => !open && onClose()}
      title={secret === undefined ? title : `Copy the ${secretName.toLowerCase()} now`}
    >
      {secret === undefined ? (
        <form
          noValidate
          className="flex min-h-0 flex-col"
          onSubmit={(event) => {
            event.preventDefault();
            void send(new FormData(event.currentTarget));
          }}
        >
          <DialogBody>
            {result && !result.done && !result.errors && (
              <Alert tone="danger" title={result.message ?? failure} announce className="mb-4" />
            )}
            <div className="grid gap-4">{children({ ...result?.errors })}</div>
          </DialogBody>
          <DialogActions>
            <Button onClick={onClose} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" busy={busy}>
              {submitLabel}
            </Button>
          </DialogActions>
        </form>
      ) : (
        <>
          <DialogBody>
            <p className="mb-3" role="status">
              {note}
            </p>
            <p className="rounded-md bg-sunken p-3 font-mono text-sm break-all">{secret}</p>
            <CopyButton text={secret} label={`Copy ${secretName}`} />
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

interface CheckboxGroupProps<Value extends string> {
  name: string;
  legend: string;
  choices: readonly (readonly [value: Value, label: string])[];
  error: string | undefined;
}

export function CheckboxGroup<Value extends string>({
  name,
  legend,
  choices,
  error,
}: CheckboxGroupProps<Value>) {
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="mb-1 font-semibold">{legend}</legend>
      {/* Before the boxes: on a phone, what is below them is out of sight. */}
      <FieldError id={`${name}-error`}>{error}</FieldError>
      {choices.map(([value, label]) => (
        <Checkbox
          key={value}
          name={name}
          value={value}
          label={label}
          aria-invalid={error ? true : undefined}
        />
      ))}
    </fieldset>
  );
}
