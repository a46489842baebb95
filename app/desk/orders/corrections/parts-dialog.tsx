import { type KeyboardEvent, useRef, useState } from 'react';
import { countToShip } from '#core/orders/line-units.ts';
import type { OfferedPart } from '#core/orders/quotes/sale-draft.ts';
import { formatDollars } from '#core/values/money.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { type Outcome, useAction } from '#kit/form/use-action.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { Radio, RadioGroup } from '#kit/radio-group.tsx';
import { Select } from '#kit/select.tsx';
import { TextField } from '#kit/text-field.tsx';
import { describeLine, type OrderDialogProps } from '../order/order-dialog.ts';
import { CorrectionDialog } from './correction-dialog.tsx';
import { ShippingField } from './shipping-field.tsx';

/** Swaps a part of the order, adds one, or takes one off. */
export function PartsDialog({ order, onClose }: OrderDialogProps) {
  return (
    <CorrectionDialog
      kind="correct-parts"
      order={order}
      title="Swap or add a part"
      description="To swap, choose both: what to take off and what to add. You see what it costs before you save."
      onClose={onClose}
    >
      <TakeOff order={order} />
      <AddPart />
      <ShippingField order={order} />
    </CorrectionDialog>
  );
}

function TakeOff({ order }: Pick<OrderDialogProps, 'order'>) {
  const [lineId, setLineId] = useState('');
  const lines = order.lines.filter((line) => countToShip(line) > 0);
  const line = lines.find(({ id }) => id === lineId);
  return (
    <>
      <Select label="Take off" name="line" value={lineId} onChange={({ target }) => setLineId(target.value)}>
        <option value="">Nothing</option>
        {lines.map((each) => (
          <option key={each.id} value={each.id}>
            {[each.name, describeLine(each)].filter((text) => text !== '').join(', ')}
          </option>
        ))}
      </Select>
      {line && (
        <>
          <TextField
            key={line.id}
            name="off_units"
            label={`Units, of ${countToShip(line)}`}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={String(countToShip(line))}
            className="w-32"
          />
          <RadioGroup label="Where they go">
            {line.canBeRestocked && (
              <Radio name="fate" value="removed" defaultChecked label="Back into stock" />
            )}
            <Radio
              name="fate"
              value="written_off"
              defaultChecked={!line.canBeRestocked}
              label="Write off"
              hint="Not fit for sale"
            />
          </RadioGroup>
        </>
      )}
    </>
  );
}

function AddPart() {
  const search = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<readonly OfferedPart[]>();
  const [part, setPart] = useState<OfferedPart>();
  const find = useAction<Outcome & { parts?: readonly OfferedPart[] }>({
    failure: 'Error finding parts',
    hasAlert: true,
    showsDone: true,
    reloads: false,
    onDone: ({ parts = [] }) => {
      setFound(parts);
      setPart(undefined);
    },
  });

  function findParts() {
    find.send({ intent: 'find-parts', q: search.current?.value ?? '' });
  }

  function findOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    findParts();
  }

  return (
    <>
      <div className="flex items-end gap-3">
        <TextField
          ref={search}
          type="search"
          label="Add"
          placeholder="Part, OEM number or vehicle"
          maxLength={200}
          autoComplete="off"
          onKeyDown={findOnEnter}
          className="flex-1"
        />
        <Button busy={find.busy} onClick={findParts}>
          <Icon name="Search" /> Find
        </Button>
      </div>
      {find.problem && <Alert tone="danger" title={find.problem} announce />}
      <p role="status" className={found ? 'text-sm text-muted' : 'sr-only'}>
        {found && (found.length === 0 ? 'Nothing in stock matches.' : `${found.length} found in stock`)}
      </p>
      {found && found.length > 0 && (
        <RadioGroup label="Part to add">
          {found.map((each) => (
            <Radio
              key={each.id}
              name="part"
              value={each.id}
              checked={part?.id === each.id}
              onChange={() => setPart(each)}
              label={each.name}
              hint={describePart(each)}
            />
          ))}
        </RadioGroup>
      )}
      {part && (
        <div className="flex flex-wrap gap-3">
          <TextField
            name="on_units"
            label="Quantity"
            inputMode="numeric"
            autoComplete="off"
            defaultValue="1"
            className="w-28"
          />
          <TextField
            key={part.id}
            name="price"
            label="Price each"
            unit="$"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={part.priceCents ? (part.priceCents / 100).toFixed(2) : ''}
            className="w-32"
          />
        </div>
      )}
    </>
  );
}

function describePart({ vehicle, oemNumber, condition, priceCents, stock }: OfferedPart): string {
  const price = priceCents ? formatDollars(priceCents) : 'No price';
  return [vehicle, oemNumber, condition, price, `${stock} in stock`].filter((text) => !!text).join(' · ');
}
