import { useEffect, useRef, useState, type FormEvent } from 'react';
import { type PartColumns, partFields } from '#domain/part-fields.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { ImageField } from './image-field.tsx';
import { FitmentFields, PartFields, UsedPartFields } from './part-fields.tsx';
import type { AdminPicture } from './pictures/admin-picture.ts';
import { usePictures } from './pictures/use-pictures.ts';
import { useFormAction } from '#ui/actions/use-form-action.ts';

const shownFields = { ...partFields, fitments: { label: 'Also Fits', kind: 'fitments' as const } };

interface PartForm {
  part: (PartColumns & { fitments: string }) | null;
  pictures: AdminPicture[];
  makes: string[];
  categories: string[];
  conditions: string[];
}

interface PartDialogProps {
  /** A part's id, or 'new'. */
  id: string;
  onClose: () => void;
}

export function PartDialog({ id, onClose }: PartDialogProps) {
  const [form, setForm] = useState<PartForm | 'gone'>();
  const [busy, setBusy] = useState(false);
  const [unsent, setUnsent] = useState(false);
  const [changed, setChanged] = useState(false);
  useEffect(() => {
    const aborter = new AbortController();
    fetchForm(id, aborter.signal).then(setForm, () => {
      if (!aborter.signal.aborted) setForm('gone');
    });
    return () => aborter.abort();
  }, [id]);

  return (
    <Dialog
      open
      size="large"
      busy={busy}
      changed={unsent || changed}
      onOpenChange={(open) => !open && onClose()}
      title={id === 'new' ? 'Add New Part' : 'Edit Part'}
    >
      {form === undefined && (
        <DialogBody>
          <p role="status" className="min-h-60 py-10 text-center text-muted">
            Loading...
          </p>
        </DialogBody>
      )}
      {form === 'gone' && (
        <DialogBody>
          <ErrorState title="This part can't be opened">
            It may have been deleted, or the shop can't be reached.
          </ErrorState>
        </DialogBody>
      )}
      {form && form !== 'gone' && (
        <Form
          id={id}
          {...form}
          onBusy={setBusy}
          onUnsent={setUnsent}
          onVehicles={() => setChanged(true)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

async function fetchForm(id: string, signal: AbortSignal): Promise<PartForm> {
  const response = await fetch(`/admin/part/${id}`, { signal });
  if (response.redirected) window.location.assign(response.url);
  if (!response.ok) throw new Error(`Unexpected status ${response.status}`);
  return (await response.json()) as PartForm;
}

interface FormProps extends PartForm, PartDialogProps {
  onBusy: (busy: boolean) => void;
  /** Whether pictures are not saved yet. */
  onUnsent: (unsent: boolean) => void;
  /** The list of vehicles has changed. */
  onVehicles: () => void;
}

function Form({ id, part, pictures: stored, makes, categories, conditions, ...on }: FormProps) {
  const { busy, errors, problem, conflicts, send, sendChoices, dismissConflicts } = useFormAction({
    address: `/admin/part/${id}`,
    failure: 'Error saving part',
    seen: part ?? undefined,
    onDone: on.onClose,
  });
  // Pictures of a new part are uploaded before it is saved.
  const [partId] = useState(() => (part ? id : crypto.randomUUID()));
  const pictures = usePictures(partId, stored);
  const [isEarly, setIsEarly] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  // The dialog opens before the form has loaded.
  useEffect(() => element.current?.querySelector('input')?.focus(), []);
  const { onBusy, onUnsent, onClose } = on;
  useEffect(() => onBusy(busy), [busy, onBusy]);
  useEffect(() => onUnsent(pictures.pending), [pictures.pending, onUnsent]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const body = new FormData(event.currentTarget);
    if (!part) body.set('id', partId);
    setIsEarly(pictures.pending);
    if (!pictures.pending) void send(body);
  }

  return (
    <form ref={element} noValidate className="flex min-h-0 flex-col" onSubmit={submit}>
      <DialogBody>
        {isEarly && pictures.pending && (
          <Alert tone="warning" announce className="mb-4" title="Pictures are still being saved">
            Please wait a moment. To leave without them, close this window with the cross.
          </Alert>
        )}
        {problem && <Alert tone="danger" title={problem} announce className="mb-4" />}
        <div className="grid gap-4 sm:grid-cols-2">
          <PartFields
            {...{ part, categories, conditions, errors }}
            image={
              <ImageField
                label={partFields.image_url.label}
                address={part?.image_url ?? ''}
                error={errors.image_url}
                pictures={pictures}
              />
            }
          />
        </div>
        <FitmentFields
          {...{ part, categories, conditions, errors, makes }}
          image={null}
          onVehicles={on.onVehicles}
          fitments={part?.fitments}
        />
        <UsedPartFields {...{ part, categories, conditions, errors }} image={null} />
      </DialogBody>
      <DialogActions>
        <Button onClick={() => (pictures.pending ? setIsEarly(true) : onClose())} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {part ? 'Update Part' : 'Add Part'}
        </Button>
      </DialogActions>
      {conflicts && (
        <ConflictDialog
          conflicts={conflicts}
          fields={shownFields}
          busy={busy}
          onSave={(choices) => void sendChoices(choices)}
          onClose={dismissConflicts}
        />
      )}
    </form>
  );
}
