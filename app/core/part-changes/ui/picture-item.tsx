import { MAX_ALT_LENGTH } from '#core/catalog/picture.ts';
import { Button } from '#kit/button.tsx';
import { Checkbox } from '#kit/checkbox.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import type { IconName } from '#kit/icons/icon-names.ts';
import { PartPicture } from '#core/catalog/ui/part-picture.tsx';
import { TextField } from '#kit/text-field.tsx';
import type { EditedPicture } from './picture-sync.ts';

interface PictureItemProps {
  picture: EditedPicture;
  /** Counts from 0. */
  place: number;
  count: number;
  /** False for a car: its pictures show it. */
  canBeIllustration: boolean;
  isDragged: boolean;
  onMove: (to: number, control: 'left' | 'right') => void;
  onDrag: (isDragging: boolean) => void;
  onDragOver: () => void;
  onChange: (change: Partial<EditedPicture>) => void;
}

export function PictureItem({
  picture,
  place,
  count,
  canBeIllustration,
  isDragged,
  ...on
}: PictureItemProps) {
  const { id, address, width, height, alt, isIllustration, removed } = picture;
  const number = place + 1;
  if (removed) {
    return (
      <li className="flex min-h-24 items-center justify-between gap-3 rounded-md border border-dashed border-line p-2 pl-4">
        <span className="text-muted">Picture removed</span>
        <Button data-control={`undo ${id}`} onClick={() => on.onChange({ removed: false })}>
          Undo
        </Button>
      </li>
    );
  }
  return (
    <li>
      <div
        onDragOver={(event) => {
          event.preventDefault();
          on.onDragOver();
        }}
        className={`rounded-md border bg-surface p-2 ${isDragged ? 'border-link' : 'border-line'}`}
      >
        <div className="flex gap-2">
          <span
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              on.onDrag(true);
            }}
            onDragEnd={() => on.onDrag(false)}
            className="shrink-0 cursor-grab"
          >
            <PartPicture
              src={address}
              alt={`Picture ${number}`}
              width={96}
              height={72}
              size={{ width, height }}
              eager
              className="pointer-events-none h-18 w-24 rounded-sm"
            />
          </span>
          <div className="flex flex-1 flex-wrap content-start items-center justify-end gap-1">
            <ItemButton
              icon="ArrowLeft"
              label={`Move picture ${number} left`}
              control={`left ${id}`}
              isOff={place === 0}
              onClick={() => on.onMove(place - 1, 'left')}
            />
            <ItemButton
              icon="ArrowRight"
              label={`Move picture ${number} right`}
              control={`right ${id}`}
              isOff={number === count}
              onClick={() => on.onMove(place + 1, 'right')}
            />
            <ItemButton
              icon="Trash2"
              label={`Remove picture ${number}`}
              control={`remove ${id}`}
              onClick={() => on.onChange({ removed: true })}
            />
          </div>
        </div>
        <TextField
          label={`Description of picture ${number}`}
          hideLabel
          placeholder={
            canBeIllustration ? 'Description, such as: plug side' : 'Description, such as: left side'
          }
          autoComplete="off"
          maxLength={MAX_ALT_LENGTH}
          value={alt}
          onChange={(event) => on.onChange({ alt: event.target.value })}
          className="mt-2"
        />
        {canBeIllustration && (
          <Checkbox
            label="Illustration, not this exact part"
            aria-label={`Picture ${number} is an illustration, not this exact part`}
            checked={isIllustration}
            onChange={(event) => on.onChange({ isIllustration: event.target.checked })}
          />
        )}
      </div>
    </li>
  );
}

interface ItemButtonProps {
  icon: IconName;
  label: string;
  control: string;
  /** Turns the button off, but lets it keep the focus. */
  isOff?: boolean;
  onClick: () => void;
}

function ItemButton({ icon, label, control, isOff, onClick }: ItemButtonProps) {
  return (
    <Button
      data-control={control}
      aria-label={label}
      title={label}
      aria-disabled={isOff || undefined}
      className="size-11 p-0"
      onClick={() => !isOff && onClick()}
    >
      <Icon name={icon} />
    </Button>
  );
}
