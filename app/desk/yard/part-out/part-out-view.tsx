import { useState } from 'react';
import type { PartOut } from '#core/yard/part-out/part-out.server.ts';
import { VEHICLES_PATH } from '#core/yard/vehicles-list.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { ConfirmDialog } from '#kit/confirm-dialog.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { Select } from '#kit/select.tsx';
import { WorkStatus } from '#kit/work-status.tsx';
import type { PhotoDraft } from './draft.ts';
import { LineItem } from './line-item.tsx';
import { listShownLines } from './shown-line.ts';
import { type PartOutDraft, usePartOut } from './use-part-out.ts';

/** The owner asks for photos of this many of the most expensive parts. */
const PHOTOS_WANTED = 10;

interface PartOutViewProps {
  id: string;
  car: PartOut;
  conditions: readonly string[];
}

/** Lists what a car has, as if all of it were there and good. The person marks the exceptions, and adds all parts at once. */
export function PartOutView({ id, car, conditions }: PartOutViewProps) {
  const usual = conditions.find((name) => name.toLowerCase() === 'good') ?? '';
  const partOut = usePartOut({ id, car, condition: usual });
  const { draft, errors, problem, status, change, send } = partOut;
  const [isAsking, setIsAsking] = useState(false);
  const lines = listShownLines(car, draft);
  const present = lines.filter(({ noted }) => noted.mark !== 'missing');
  const priced = present.filter(({ price }) => Number(price) > 0);
  const photoCounts = countByPart(partOut.photos);
  const wanted = new Set(
    priced
      .toSorted((one, other) => Number(other.price) - Number(one.price))
      .slice(0, PHOTOS_WANTED)
      .map(({ line }) => line.key),
  );
  const photographed = present.filter(({ line, noted }) => wanted.has(line.key) && photoCounts.has(noted.id));
  const busy = draft?.sending !== undefined;
  const parts = present.length === 1 ? '1 part' : `${present.length} parts`;
  const addParts = `Add ${parts}`;

  return (
    <>
      <ScreenHead
        title={`Part out ${[car.stockNumber, car.title].filter(Boolean).join(', ')}`}
        back={{ to: `${VEHICLES_PATH}/${id}`, label: 'The car' }}
      />
      <WorkStatus>{status}</WorkStatus>
      {car.added > 0 && (
        <p className="mb-4 text-muted">
          {car.added === 1 ? '1 part of the car was' : `${car.added} parts of the car were`} added before.
          Those are not listed again.
        </p>
      )}
      {busy ? (
        <Alert tone="info" title="Sending" className="mb-4">
          <p>{status}</p>
          {draft?.sending === 'lines' && (
            <Button size="small" className="mt-2" onClick={partOut.stop}>
              Stop and change it
            </Button>
          )}
        </Alert>
      ) : (
        <p className="mb-4 max-w-prose">
          All of these count as present and good. Mark what is missing or damaged, and check the prices.
        </p>
      )}
      {!partOut.isKept && (
        <Alert tone="warning" title="This browser can't keep what you note" className="mb-4">
          Its storage is full or blocked. Leave this page open until the parts are added.
        </Alert>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setIsAsking(true);
        }}
      >
        <fieldset disabled={!draft || busy} className="min-w-0">
          <legend className="sr-only">Parts of the car</legend>
          <div className="mb-6 grid max-w-xl gap-4 sm:grid-cols-2">
            <Select
              label="Condition of the parts"
              value={draft?.condition ?? usual}
              onChange={({ target }) => change((now) => ({ ...now, condition: target.value }))}
            >
              <option value="">Not said</option>
              {conditions.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
            <Select
              label="Where they go"
              value={draft?.listing ?? 'shown'}
              onChange={({ target }) =>
                change((now) => ({ ...now, listing: target.value === 'hidden' ? 'hidden' : 'shown' }))
              }
            >
              <option value="shown">Into the shop</option>
              <option value="hidden">To the drafts</option>
            </Select>
          </div>
          {lines.length === 0 && (
            <EmptyState title="Nothing is left to part out. Kinds says which parts cars have." />
          )}
          {[...Map.groupBy(lines, ({ line }) => line.category)].map(([category, ofCategory]) => (
            <section key={category} aria-labelledby={`in ${category}`} className="mb-6">
              <h2 id={`in ${category}`} className="mb-2 text-lg">
                {category}
              </h2>
              <ul className="rounded-lg border border-line bg-surface">
                {ofCategory.map((shown) => (
                  <LineItem
                    key={shown.line.key}
                    shown={shown}
                    photos={photoCounts.get(shown.noted.id) ?? 0}
                    wantsPhoto={wanted.has(shown.line.key) && !photoCounts.has(shown.noted.id)}
                    errors={errors}
                    onEdit={partOut.editLine}
                    onPhotos={partOut.addPhotos}
                    onRemovePhotos={partOut.removePhotos}
                  />
                ))}
              </ul>
            </section>
          ))}
          <MoreLines car={car} partOut={partOut} />
        </fieldset>
        {problem && (
          <Alert tone="danger" announce className="mt-4">
            {problem}
          </Alert>
        )}
        {lines.length > 0 && (
          <div className="sticky bottom-0 z-10 mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-paper py-3">
            <p className="text-sm text-muted tabular-nums">
              {parts}, {priced.length} with a price. Photos of the most expensive: {photographed.length} of{' '}
              {wanted.size}
            </p>
            <Button
              type="submit"
              variant="primary"
              disabled={!draft || present.length === 0 || partOut.isPreparing}
              busy={busy}
            >
              {addParts}
            </Button>
          </div>
        )}
      </form>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`${addParts} of this car?`}
        confirmLabel={addParts}
        variant="primary"
        onConfirm={() => {
          setIsAsking(false);
          send();
        }}
      >
        <p>
          {priced.length === present.length
            ? 'All have a price.'
            : `${present.length - priced.length} of them have no price: shoppers can ask for them, not buy them.`}{' '}
          {lines.length > present.length &&
            `${lines.length - present.length === 1 ? 'One is' : `${lines.length - present.length} are`} missing and left out.`}
        </p>
      </ConfirmDialog>
    </>
  );
}

function countByPart(photos: readonly PhotoDraft[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { partId } of photos) counts.set(partId, (counts.get(partId) ?? 0) + 1);
  return counts;
}

function MoreLines({ car, partOut: { draft, addLine } }: { car: PartOut; partOut: PartOutDraft }) {
  const left = car.others.filter(({ key }) => !draft?.more.includes(key));
  if (left.length === 0) return null;
  return (
    <Select
      label="The car has another part"
      value=""
      className="max-w-md"
      onChange={({ target }) => addLine(target.value)}
    >
      <option value="">Choose a part to add it above</option>
      {left.map(({ key, name }) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </Select>
  );
}
