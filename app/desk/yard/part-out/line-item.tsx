import { useId, useRef, useState } from 'react';
import { describePrices } from '#core/part-changes/known-prices.ts';
import { lineError } from '#core/yard/part-out/part-out-form.ts';
import { Badge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { FieldError } from '#kit/field.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { TextField } from '#kit/text-field.tsx';
import { ToggleButton } from '#kit/toggle-button.tsx';
import type { LineDraft } from './draft.ts';
import type { ShownLine } from './shown-line.ts';

interface LineItemProps {
  shown: ShownLine;
  photos: number;
  wantsPhoto: boolean;
  /** Named by lineError. */
  errors: Readonly<Record<string, string>>;
  onEdit: (key: string, edit: Partial<LineDraft>) => void;
  onPhotos: (partId: string, files: readonly File[]) => Promise<void>;
  onRemovePhotos: (partId: string) => void;
}

export function LineItem({
  shown,
  photos,
  wantsPhoto,
  errors,
  onEdit,
  onPhotos,
  onRemovePhotos,
}: LineItemProps) {
  const { line, known, noted, price } = shown;
  const { key, name } = line;
  const { id: partId, mark, damage, note } = noted;
  const [isNoting, setIsNoting] = useState(false);
  // A note that shoppers will see is in sight.
  const hasNote = isNoting || note !== '';
  const camera = useRef<HTMLInputElement>(null);
  const titleId = useId();
  const errorAt = (field: Parameters<typeof lineError>[1]) => errors[lineError(partId, field)];
  const isMissing = mark === 'missing';
  const edit = (change: Partial<LineDraft>) => onEdit(key, change);
  const of = <span className="sr-only"> {name}</span>;

  return (
    <li
      aria-labelledby={titleId}
      className="grid grid-cols-[1fr_7.5rem] items-start gap-x-4 gap-y-2 border-b border-line px-3 py-3 last:border-none md:grid-cols-[1fr_8rem_auto]"
    >
      <div className="min-w-0">
        <h3 id={titleId} className={`text-base ${isMissing ? 'font-normal text-muted line-through' : ''}`}>
          {name} {wantsPhoto && <Badge tone="neutral">Photo wanted</Badge>}
        </h3>
        {!isMissing && known && <p className="text-sm text-muted">{describePrices(known)}</p>}
      </div>
      {!isMissing && (
        <TextField
          label={`Price of ${name}`}
          hideLabel
          unit="$"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={price}
          error={errorAt('price')}
          onChange={({ target }) => edit({ price: target.value })}
        />
      )}
      <div className="col-span-full flex flex-wrap items-center gap-1.5 md:col-auto md:col-start-3">
        <ToggleButton
          className="gap-1.5 px-1.5 text-sm sm:px-2.5"
          pressed={isMissing}
          onClick={() => edit({ mark: isMissing ? 'good' : 'missing' })}
        >
          Missing{of}
        </ToggleButton>
        {!isMissing && (
          <>
            <ToggleButton
              className="gap-1.5 px-1.5 text-sm sm:px-2.5"
              pressed={mark === 'damaged'}
              onClick={() => edit({ mark: mark === 'damaged' ? 'good' : 'damaged' })}
            >
              Damaged{of}
            </ToggleButton>
            <Button
              size="small"
              aria-label={`Note on ${name}`}
              aria-expanded={hasNote}
              onClick={() => setIsNoting(!isNoting)}
            >
              <Icon name="Pencil" />
            </Button>
            <input
              ref={camera}
              type="file"
              accept="image/jpeg,image/png,image/webp"
              capture="environment"
              multiple
              hidden
              aria-label={`Photo of ${name}`}
              onChange={({ currentTarget }) => {
                const files = [...(currentTarget.files ?? [])];
                currentTarget.value = '';
                void onPhotos(partId, files);
              }}
            />
            <Button
              size="small"
              aria-label={`Take a photo of ${name}${photos === 0 ? '' : `, ${photos} taken`}`}
              onClick={() => camera.current?.click()}
            >
              <Icon name="Camera" /> {photos > 0 && photos}
            </Button>
            {photos > 0 && (
              <Button size="small" variant="quiet" onClick={() => onRemovePhotos(partId)}>
                Remove photos{of}
              </Button>
            )}
          </>
        )}
      </div>
      {mark === 'damaged' && (
        <TextField
          label={`Damage of ${name}`}
          hint="Codes such as 2D1 4S.5, or a note below"
          autoComplete="off"
          maxLength={200}
          value={damage}
          error={errorAt('damage')}
          onChange={({ target }) => edit({ damage: target.value })}
          className="col-span-full"
        />
      )}
      {!isMissing && (hasNote || mark === 'damaged' || errorAt('note') !== undefined) && (
        <TextField
          label={`Options or damage of ${name}, in words`}
          hint="Shoppers see it"
          maxLength={2000}
          value={note}
          error={errorAt('note')}
          onChange={({ target }) => edit({ note: target.value })}
          className="col-span-full"
        />
      )}
      {errorAt('part') !== undefined && (
        <div className="col-span-full">
          <FieldError>{errorAt('part')}</FieldError>
        </div>
      )}
    </li>
  );
}
