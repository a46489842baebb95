import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type PartColumns, partFields } from '#core/catalog/part-fields.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Dialog, DialogActions, DialogBody } from '#kit/dialog.tsx';
import { ErrorState } from '#kit/error-state.tsx';
import { showToast } from '#kit/show-toast.ts';
import { ConflictDialog } from '../conflict-dialog.tsx';
import { partAction, partFailures } from '../part-action.ts';
import { useMergedAction } from '../use-merged-action.ts';
import { ImageField } from './image-field.tsx';
import type { KindChoices } from './part-field-input.tsx';
import { PartFields } from './part-fields.tsx';
import { PartSections } from './part-sections.tsx';
import { readShownPart } from './read-shown-part.ts';
import type { AdminPicture } from '#core/part-changes/admin-picture.ts';
import { PriceButton } from './price-button.tsx';
import { useSaveKey } from './use-save-key.ts';
import type { WantedPart } from '#core/part-changes/ui/use-admin-tools.ts';
import { usePictures } from '#core/part-changes/ui/use-pictures.ts';

const shownFields = { ...partFields, fitments: { label: 'Also Fits', kind: 'fitments' as const } };

interface PartForm {
  part: (PartColumns & { fitments: string }) | null;
  /** True for a draft, or a part that was taken off the shop. */
  isHidden: boolean;
  /** A new part's form begins with these values. */
  template?: PartForm['part'];
  /** The names of its pieces, and of the assemblies that it is a piece of. */
  relatives: { pieces: string[]; partOf: string[] };
  pictures: AdminPicture[];
  makes: string[];
  categories: string[];
  conditions: string[];
  kinds: KindChoices;
}

export interface EditedPart {
  /** Part id, or 'new'. */
  id: string;
  /** Part that a new one begins as. */
  like?: string;
  /** Model year of a new part. Undefined means the one after that of `like`. */
  year?: 'same';
  /** Car that a new part is taken off. */
  car?: string;
  /** What someone has looked for, which a new part begins with. */
  wanted?: WantedPart;
  /** Parts of the list that it was opened from. */
  list: readonly string[];
}

interface PartDialogProps extends EditedPart {
  /** Shows another part in the dialog. */
  onEdit: (part: EditedPart) => void;
  onClose: () => void;
}

export function PartDialog({ id, like, year, car, wanted, list, onEdit, onClose }: PartDialogProps) {
  // The form stays until the next one has loaded, and with it the focus.
  const address = formAddress({ id, like, year, car, wanted });
  const [loaded, setLoaded] = useState<{ address: string; form: PartForm | 'gone' }>();
  const [busy, setBusy] = useState(false);
  const [unsent, setUnsent] = useState(false);
  const [changedAt, setChangedAt] = useState<string>();
  useEffect(() => {
    const aborter = new AbortController();
    fetchForm(address, aborter.signal).then(
      (form) => setLoaded({ address, form }),
      () => {
        if (!aborter.signal.aborted) setLoaded({ address, form: 'gone' });
      },
    );
    return () => aborter.abort();
  }, [address]);

  return (
    <Dialog
      open
      size="wide"
      busy={busy}
      changed={unsent || changedAt === address}
      onOpenChange={(open) => !open && onClose()}
      title={id === 'new' ? 'Add New Part' : 'Edit Part'}
    >
      {loaded === undefined && (
        <DialogBody>
          <p role="status" className="min-h-60 py-10 text-center text-muted">
            Loading...
          </p>
        </DialogBody>
      )}
      {loaded?.form === 'gone' && (
        <DialogBody>
          <ErrorState title="This part can't be opened">
            It may have been deleted, or the shop can't be reached.
          </ErrorState>
        </DialogBody>
      )}
      {loaded && loaded.form !== 'gone' && (
        <Form
          key={loaded.address}
          isNextLoading={loaded.address !== address}
          {...{ id, car, list, onEdit }}
          {...loaded.form}
          onBusy={setBusy}
          onUnsent={setUnsent}
          onVehicles={() => setChangedAt(address)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function formAddress({ id, like, year, car, wanted }: Omit<EditedPart, 'list'>) {
  const begin = new URLSearchParams({
    ...(like && { like }),
    ...(year && { year }),
    ...(car && { car }),
    ...(wanted && { wanted: JSON.stringify(wanted) }),
  });
  return begin.size === 0 ? id : `new?${begin}`;
}

async function fetchForm(address: string, signal: AbortSignal): Promise<PartForm> {
  const response = await fetch(partAction(address), { signal });
  if (response.redirected) window.location.assign(response.url);
  if (!response.ok) throw new Error(`Unexpected status ${response.status}`);
  return (await response.json()) as PartForm;
}

interface FormProps extends PartForm, PartDialogProps {
  /** True if the form is saved, and another one follows. */
  isNextLoading: boolean;
  onBusy: (busy: boolean) => void;
  /** Is told whether some pictures are not saved yet. */
  onUnsent: (unsent: boolean) => void;
  /** Is called when the list of vehicles has changed. */
  onVehicles: () => void;
}

interface Save {
  /** Says whether shoppers see it from now on. Undefined means as before. */
  listing?: 'hidden' | 'shown';
  /** Chooses what is shown once the part is saved. */
  show?: 'list' | 'next' | 'duplicate' | 'like';
}

function Form({
  id,
  car,
  list,
  part,
  template,
  isHidden,
  relatives: { pieces, partOf },
  pictures: stored,
  makes,
  categories,
  conditions,
  kinds,
  isNextLoading,
  ...on
}: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  useSaveKey(element);
  // Pictures of a new part are uploaded before it is saved.
  const [partId] = useState(() => (part ? id : crypto.randomUUID()));
  const [goal, setGoal] = useState<NonNullable<Save['show']>>('list');
  const { busy, errors, problem, conflicts, send, sendChoices, dismissConflicts } = useMergedAction({
    address: partAction(id),
    failure: partFailures.save,
    seen: part ?? undefined,
    // The toast of the next part's form says more.
    showsDone: goal === 'like',
    onDone: ({ message = '', note }) => {
      const next = list[list.indexOf(id) + 1];
      if (goal === 'next' && next) on.onEdit({ id: next, list });
      else if (goal === 'duplicate') on.onEdit({ id: 'new', like: id, list: [] });
      else if (goal === 'like') {
        const saved = [element.current && nameShown(element.current), note].filter(Boolean).join('. ');
        void showToast({ title: message, description: saved, kind: 'success' });
        on.onEdit({ id: 'new', like: partId, year: 'same', ...(car && { car }), list: [] });
      } else on.onClose();
    },
  });
  const filled = part ?? template ?? null;
  const hasNext = list.includes(id) && list.at(-1) !== id;
  const pictures = usePictures({
    address: `${partAction(partId)}/pictures`,
    initial: stored,
    of: 'part',
  });
  const [isEarly, setIsEarly] = useState(false);
  // The dialog opens before the form has loaded.
  useLayoutEffect(() => element.current?.querySelector('input')?.focus(), []);
  const { onBusy, onUnsent, onClose } = on;
  useEffect(() => onBusy(busy), [busy, onBusy]);
  useEffect(() => onUnsent(pictures.pending), [pictures.pending, onUnsent]);

  function save({ listing, show = 'list' }: Save = {}) {
    if (busy || isNextLoading || !element.current) return;
    setGoal(show);
    const body = new FormData(element.current);
    body.set('intent', 'save');
    if (listing) body.set('listing', listing);
    if (!part) body.set('id', partId);
    setIsEarly(pictures.pending);
    if (!pictures.pending) send(body);
  }

  // These are no submit buttons, so that Enter keeps the listing as it is. A disabled one would lose the focus while it saves.
  const moreWays = (
    <>
      <Button onClick={() => save({ listing: isHidden ? 'shown' : 'hidden' })}>
        {isHidden ? 'Publish' : 'Save as draft'}
      </Button>
      {hasNext && <Button onClick={() => save({ show: 'next' })}>Save and next</Button>}
      <Button onClick={() => save({ show: 'like' })}>
        {car ? 'Save and add another part of the car' : 'Save and add another like this'}
      </Button>
    </>
  );
  return (
    <form
      ref={element}
      noValidate
      className="flex min-h-0 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <DialogBody>
        {part && (
          <div className="mb-4 flex flex-wrap gap-2">
            <Button size="small" onClick={() => save({ show: 'duplicate' })}>
              Save and duplicate for next year
            </Button>
            <ButtonLink size="small" to={`/admin/labels?parts=${id}`} target="_blank">
              Print label
            </ButtonLink>
          </div>
        )}
        {pieces.length > 0 && <p className="mb-4 text-muted">Includes: {pieces.join(', ')}</p>}
        {partOf.length > 0 && <p className="mb-4 text-muted">Part of: {partOf.join(', ')}</p>}
        {isHidden && (
          <Alert tone="info" className="mb-4" title="Only staff see this part">
            It won&apos;t appear in the shop until you publish it.
          </Alert>
        )}
        {isEarly && pictures.pending && (
          <Alert tone="warning" announce className="mb-4" title="Pictures are still being saved">
            Please wait a moment. To leave without them, close this window with the X.
          </Alert>
        )}
        {problem && <Alert tone="danger" title={problem} announce className="mb-4" />}
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <PartFields
            {...{ part: filled, categories, conditions, kinds, errors, makes }}
            proposal={<PriceButton id={part ? id : undefined} form={element} />}
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
        <PartSections
          {...{ part: filled, categories, conditions, kinds, errors, makes }}
          onVehicles={on.onVehicles}
        />
        {/* The actions of a narrow screen have no room for them. */}
        <div className="mt-6 flex flex-wrap gap-2 lg:hidden">{moreWays}</div>
      </DialogBody>
      <DialogActions>
        <Button onClick={() => (pictures.pending ? setIsEarly(true) : onClose())} disabled={busy}>
          Cancel
        </Button>
        <div className="contents max-lg:hidden">{moreWays}</div>
        <Button type="submit" variant="primary" busy={busy || isNextLoading}>
          {part ? 'Update Part' : 'Add Part'}
        </Button>
      </DialogActions>
      {conflicts && (
        <ConflictDialog
          conflicts={conflicts}
          fields={shownFields}
          busy={busy}
          onSave={sendChoices}
          onClose={dismissConflicts}
        />
      )}
    </form>
  );
}

/** Names the part that the form shows: 'Alternator, Honda Civic 2010'. */
function nameShown(form: HTMLFormElement): string {
  const {
    part_name: name,
    vehicle_make: make,
    vehicle_model: model,
    vehicle_year: year,
  } = readShownPart(form).part;
  return [name, [make, model, year].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}
