import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { bulkKinds, type BulkKind } from '#core/part-changes/bulk/bulk-change.ts';
import { formatPartCount } from '#core/catalog/part-count.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { sendAction } from '#kit/actions/send-action.ts';
import { useErrorFocus } from '#kit/form/focus-first-error.ts';
import { followRemoval, rememberPlace } from '#kit/form/place-in-list.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#kit/dialog.tsx';
import { Select } from '#kit/select.tsx';
import { showToast } from '#kit/show-toast.ts';
import { BulkFields } from './bulk-fields.tsx';
import { BulkPreview } from './bulk-preview.tsx';
import type { Preview } from '../preview.server.ts';

interface BulkDialogProps {
  /** Names the parts as the server reads them. */
  selection: Record<string, string>;
  count: number;
  categories: string[];
  conditions: string[];
  onClose: (started: boolean) => void;
}

const verbs: Partial<Record<BulkKind, string>> = { hide: 'Hide', show: 'Show', delete: 'Delete' };

interface PreviewResult extends ActionResult {
  preview?: Preview;
}

/** Chooses a change, shows what it would do, and starts it. */
export function BulkDialog({ selection, count, categories, conditions, onClose }: BulkDialogProps) {
  const [kind, setKind] = useState<BulkKind>('price');
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<PreviewResult>();
  const [sent, setSent] = useState<FormData>();
  const { revalidate } = useRevalidator();
  const [findFocus] = useState(() => rememberPlace(document.activeElement));
  const preview = sent && result?.preview;
  const failure = 'Error changing parts';

  useErrorFocus(result);

  async function send(body: FormData, step: 'preview' | 'new') {
    if (busy) return;
    for (const [name, value] of Object.entries(selection)) body.set(name, value);
    setBusy(true);
    const next = await sendAction<PreviewResult>(`/admin/bulk-change/${step}`, { body, failure });
    setBusy(false);
    setResult(next);
    if (step === 'preview') setSent(next.done ? body : undefined);
    if (!next.done || step === 'preview') return;
    await revalidate();
    onClose(true);
    // The button that opened this goes away with the selection.
    followRemoval(findFocus);
    await showToast({
      title: next.message ?? '',
      description: 'See Bulk changes for its progress.',
      kind: 'success',
    });
  }

  return (
    <Dialog
      open
      busy={busy}
      size="large"
      onOpenChange={(open) => !open && onClose(false)}
      title={`Change ${formatPartCount(count)}`}
    >
      <form
        noValidate
        className="flex min-h-0 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          const body = new FormData(event.currentTarget);
          if (preview) body.set('parts', String(preview.parts));
          void send(body, preview ? 'new' : 'preview');
        }}
        // Another change needs another preview.
        onChange={() => setSent(undefined)}
      >
        <DialogBody>
          {result && !result.done && !result.errors && (
            <Alert tone="danger" title={result.message} announce className="mb-4" />
          )}
          <div className="grid gap-4 sm:grid-cols-3">
            <Select
              name="kind"
              label="What to change"
              value={kind}
              onChange={(event) => {
                setKind(event.target.value as BulkKind);
                setResult(undefined);
              }}
            >
              {Object.entries(bulkKinds).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
            <BulkFields kind={kind} errors={result?.errors ?? {}} {...{ categories, conditions }} />
          </div>
          <div role="status" className="mt-4">
            {preview && <BulkPreview preview={preview} kind={kind} />}
          </div>
        </DialogBody>
        <DialogActions>
          <Button onClick={() => onClose(false)} disabled={busy}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={preview && kind === 'delete' ? 'danger' : 'primary'}
            busy={busy}
            disabled={preview?.parts === 0}
          >
            {preview ? `${verbs[kind] ?? 'Change'} ${formatPartCount(preview.parts)}` : 'Preview'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
