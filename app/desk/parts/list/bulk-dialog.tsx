import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { bulkKinds, type BulkKind } from '#core/part-changes/bulk/bulk-change.ts';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { followRemoval, rememberPlace } from '#kit/form/place-in-list.ts';
import { useAction } from '#kit/form/use-action.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#kit/dialog.tsx';
import { Select } from '#kit/select.tsx';
import { BULK_CHANGES_PATH, bulkFailures } from '../bulk-changes-action.ts';
import { BulkFields } from './bulk-fields.tsx';
import { BulkPreview } from './bulk-preview.tsx';
import type { PreviewResult } from '../bulk/run-bulk-form.server.ts';

interface BulkDialogProps {
  /** Names the parts as the server reads them. */
  selection: Record<string, string>;
  count: number;
  categories: string[];
  conditions: string[];
  onClose: (started: boolean) => void;
}

const verbs: Partial<Record<BulkKind, string>> = { hide: 'Hide', show: 'Show', delete: 'Delete' };

/** Chooses a change, shows what it would do, and starts it. */
export function BulkDialog({ selection, count, categories, conditions, onClose }: BulkDialogProps) {
  const [kind, setKind] = useState<BulkKind>('price');
  /** Kind of the change that was sent. */
  const [sentKind, setSentKind] = useState<BulkKind>();
  /** False once a field has another value than in the preview. */
  const [isPreviewed, setPreviewed] = useState(false);
  const { revalidate } = useRevalidator();
  const [findFocus] = useState(() => rememberPlace(document.activeElement));
  const action = useAction<PreviewResult>({
    address: BULK_CHANGES_PATH,
    failure: bulkFailures.start,
    hasAlert: true,
    reloads: false,
    onDone(result) {
      if (result.preview) return setPreviewed(true);
      void revalidate();
      onClose(true);
      // The button that opened this goes away with the selection.
      followRemoval(findFocus);
    },
  });
  const { busy, send } = action;
  const { errors, problem } = sentKind === kind ? action : { errors: {}, problem: undefined };
  const preview = isPreviewed ? action.result?.preview : undefined;

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
          body.set('intent', preview ? 'start' : 'preview');
          if (preview) body.set('parts', String(preview.parts));
          for (const [name, value] of Object.entries(selection)) body.set(name, value);
          setSentKind(kind);
          send(body);
        }}
        // Another change needs another preview.
        onChange={() => setPreviewed(false)}
      >
        <DialogBody>
          {problem && <Alert tone="danger" title={problem} announce className="mb-4" />}
          <div className="grid gap-4 sm:grid-cols-3">
            <Select
              name="kind"
              label="What to change"
              value={kind}
              onChange={(event) => setKind(event.target.value as BulkKind)}
            >
              {Object.entries(bulkKinds).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
            <BulkFields kind={kind} errors={errors} {...{ categories, conditions }} />
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
