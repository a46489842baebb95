import { useState } from 'react';
import { formatDollars } from '#core/values/money.ts';
import { formatReturnNumber } from '#core/returns/return-number.ts';
import { listSettlement } from '#core/returns/return-refund.ts';
import { presumeShopFault, returnTextLengths } from '#core/orders/return.ts';
import { formatAddress, type Shop } from '#core/settings/shop.ts';
import { ActionDialog } from '#kit/form/action-dialog.tsx';
import { Checkbox } from '#kit/checkbox.tsx';
import { UnitFields } from '#core/orders/ui/unit-fields.tsx';
import { Radio, RadioGroup } from '#kit/radio-group.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { TextField } from '#kit/text-field.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import type { DeskReturn } from './read-return-page.server.ts';
import { settleReturn } from './settle-return.ts';

export interface ReturnDialogProps {
  found: DeskReturn;
  onClose: () => void;
}

export function ApproveDialog(props: ReturnDialogProps) {
  const shop = useShop();
  return (
    <ActionDialog
      intent="approve"
      onClose={props.onClose}
      title={`Approve ${formatReturnNumber(props.found.number)}`}
      description="The buyer will get an email with the address and the slip."
      submitLabel="Approve"
    >
      <Fault found={props.found} />
      <TextArea
        name="send_to"
        label="Send it to *"
        rows={3}
        maxLength={returnTextLengths.sendTo}
        defaultValue={describeDestination(shop)}
      />
      <Note label="What to tell the buyer" hint="Optional." />
    </ActionDialog>
  );
}

function describeDestination(shop: Shop): string {
  const [location] = shop.locations;
  return location ? `${shop.name}, Returns\n${formatAddress(location)}` : '';
}

export function RefuseDialog(props: ReturnDialogProps) {
  return (
    <ActionDialog
      intent="refuse"
      onClose={props.onClose}
      title={`Decline ${formatReturnNumber(props.found.number)}`}
      description="The buyer will get an email with the reason."
      submitLabel="Decline"
      isDangerous
    >
      <Note label="Reason *" hint="The buyer sees this." />
    </ActionDialog>
  );
}

/** Asks what arrived, which may be fewer units than announced. */
export function ReceiveDialog(props: ReturnDialogProps) {
  const { lines } = props.found;
  const [arrived, setArrived] = useState(() => new Map(lines.map(({ id, announced }) => [id, announced])));
  const [rest, setRest] = useState<'open' | 'closed'>('open');
  const isPart = lines.some(({ id, announced }) => (arrived.get(id) ?? 0) < announced);
  return (
    <ActionDialog
      intent="receive"
      onClose={props.onClose}
      title="Received"
      description="The buyer will get an email."
      submitLabel="Save"
    >
      <UnitFields
        legend="Arrived"
        lines={lines.map(({ id, name, announced }) => ({ id, name, most: announced, initial: announced }))}
        onChange={({ id }, count) => setArrived((before) => new Map(before).set(id, count))}
      />
      {isPart && (
        <>
          <RadioGroup label="The rest">
            <Radio
              name="rest"
              value="open"
              checked={rest === 'open'}
              onChange={() => setRest('open')}
              label="Still expected"
              hint="It gets a return number of its own."
            />
            <Radio
              name="rest"
              value="closed"
              checked={rest === 'closed'}
              onChange={() => setRest('closed')}
              label="Not expected anymore"
              hint="Only what arrived is refunded."
            />
          </RadioGroup>
          <Note
            label={rest === 'closed' ? 'Reason *' : 'What to tell the buyer'}
            hint={rest === 'closed' ? 'The buyer sees this.' : 'Optional.'}
          />
        </>
      )}
    </ActionDialog>
  );
}

export function InspectDialog(props: ReturnDialogProps) {
  const { kind, lines } = props.found;
  const restockable = lines.filter((line) => line.returned > 0 && line.canBeRestocked);
  return (
    <ActionDialog intent="inspect" onClose={props.onClose} title="Inspected" submitLabel="Save">
      <Fault found={props.found} />
      {kind !== 'core' && restockable.length > 0 && (
        <fieldset>
          <legend className="mb-1 font-semibold">Back into stock when refunded</legend>
          {restockable.map(({ id, name, returned }) => (
            <Checkbox
              key={id}
              name={`restock:${id}`}
              value="yes"
              label={returned > 1 ? `${returned} × ${name}` : name}
            />
          ))}
        </fieldset>
      )}
      <Note label="What you found" hint="The buyer sees this." />
    </ActionDialog>
  );
}

export function RefundReturnDialog(props: ReturnDialogProps) {
  const { found } = props;
  const [postage, setPostage] = useState('');
  const [deducted, setDeducted] = useState('');
  const settlement = settleReturn(found, readCents(postage), readCents(deducted));
  const shopPays = found.shopFault === true || (found.kind === 'return' && found.terms.wayBack === 'shop');
  return (
    <ActionDialog
      intent="refund"
      onClose={props.onClose}
      title="Refund"
      submitLabel={`Refund ${formatDollars(settlement.totalCents)}`}
      isDangerous
    >
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 tabular-nums" aria-live="polite">
        {listSettlement(found.kind, settlement).map(([name, cents]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="text-right">{formatDollars(cents)}</dd>
          </div>
        ))}
        <dt className="border-t border-line pt-1 font-semibold">Total</dt>
        <dd className="border-t border-line pt-1 text-right font-semibold">
          {formatDollars(settlement.totalCents)}
        </dd>
      </dl>
      {found.counterMethod !== null && (
        <p>Give it back {found.counterMethod === 'cash' ? 'in cash' : 'to the card, at the terminal'}.</p>
      )}
      {shopPays && (
        <TextField
          name="postage"
          label="What the buyer paid for return shipping"
          hint="From the receipt. Leave empty if you sent a label."
          inputMode="decimal"
          unit="$"
          autoComplete="off"
          value={postage}
          onChange={({ target }) => setPostage(target.value)}
        />
      )}
      {found.shopFault !== true && (
        <TextField
          name="deducted"
          label="Deduct"
          hint="For problems you found, such as missing parts."
          inputMode="decimal"
          unit="$"
          autoComplete="off"
          value={deducted}
          onChange={({ target }) => setDeducted(target.value)}
        />
      )}
      <Note
        label="Note"
        hint={`The buyer sees this.${found.shopFault === true ? '' : ' Required if you deduct something.'}`}
      />
    </ActionDialog>
  );
}

/** Reads an amount while it is being typed. The server reads it again. */
function readCents(text: string): number {
  const dollars = Number(text.replaceAll(/[$,\s]/g, ''));
  return Number.isFinite(dollars) && dollars > 0 ? Math.round(dollars * 100) : 0;
}

export function SendBackDialog(props: ReturnDialogProps) {
  return (
    <ActionDialog
      intent="send-back"
      onClose={props.onClose}
      title="Send back"
      description={
        props.found.kind === 'warranty'
          ? 'The repaired part or a replacement. The buyer will get an email.'
          : 'The buyer gets the parts, no refund, and an email.'
      }
      submitLabel="Sent back"
    >
      <Note label="Reason *" hint="The buyer sees this." />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="carrier" label="Carrier" maxLength={60} autoComplete="off" />
        <TextField name="tracking" label="Tracking number" maxLength={60} autoComplete="off" />
      </div>
    </ActionDialog>
  );
}

/** Decides who pays. */
function Fault({ found: { kind, reasonName, shopFault } }: { found: DeskReturn }) {
  if (kind === 'core') return null;
  const isShop = shopFault ?? presumeShopFault(kind, reasonName);
  return (
    <RadioGroup label="Who made the mistake?">
      <Radio
        name="fault"
        value="shop"
        defaultChecked={isShop}
        label="Ours"
        hint="We also refund the original shipping, pay for return shipping, and charge no restocking fee."
      />
      <Radio
        name="fault"
        value="buyer"
        defaultChecked={!isShop}
        label="Not ours"
        hint="According to the terms of this order."
      />
    </RadioGroup>
  );
}

function Note({ label, hint }: { label: string; hint: string }) {
  return <TextArea name="note" label={label} hint={hint} rows={3} maxLength={returnTextLengths.note} />;
}
