import { useState } from 'react';
import { counterMethods } from '#core/orders/counter-sale.ts';
import { computeLineRefund, sumLineRefunds } from '#core/orders/line-refund.ts';
import { countRefundable, countToSettle, countToShip, type Refundable } from '#core/orders/line-units.ts';
import { formatDollars } from '#core/values/money.ts';
import { computeRest } from '#core/orders/order-balance.ts';
import { deskRefundReasons, refundReasons } from '#core/orders/refund-reason.ts';
import { unitsField, type UnitsField } from '#core/orders/unit-counts.ts';
import { Checkbox } from '#kit/checkbox.tsx';
import { Radio, RadioGroup } from '#kit/radio-group.tsx';
import { Select } from '#kit/select.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { TextField } from '#kit/text-field.tsx';
import { ActionDialog } from '#kit/form/action-dialog.tsx';
import type { DeskOrder } from '#core/orders/desk-order.server.ts';
import { describeLine, type OrderDialogProps } from './order-dialog.ts';
import { UnitFields, type UnitsLine } from '#core/orders/ui/unit-fields.tsx';

/** Tracks the chosen units, and what they cost with tax, in cents. */
function useChosenUnits(order: DeskOrder, lines: readonly UnitsLine[]) {
  const nameOf = ({ id, field }: UnitsLine) => unitsField(id, field);
  const [chosen, setChosen] = useState(() => new Map(lines.map((line) => [nameOf(line), line.initial])));
  const countOf = (id: string) =>
    lines.reduce((sum, line) => sum + (line.id === id ? (chosen.get(nameOf(line)) ?? 0) : 0), 0);
  const { netCents, taxCents } = sumLineRefunds(
    order.lines.map((line) => computeLineRefund(line, countOf(line.id), line.refunded, line.coresRefunded)),
  );
  return {
    sumCents: Math.min(netCents + taxCents, order.leftCents),
    chosenOf: (line: UnitsLine) => chosen.get(nameOf(line)) ?? 0,
    choose: (line: UnitsLine, count: number) =>
      setChosen((before) => new Map(before).set(nameOf(line), count)),
  };
}

/** Says that money taken at the counter goes back there: the shop only records it. */
export function GivenBack({ order: { counterMethod, leftCents } }: Pick<OrderDialogProps, 'order'>) {
  if (counterMethod === null || leftCents === 0) return null;
  return (
    <RadioGroup label="Refunded at the counter">
      {Object.entries(counterMethods).map(([value, label]) => (
        <Radio
          key={value}
          name="method"
          value={value}
          defaultChecked={value === counterMethod}
          label={label}
        />
      ))}
    </RadioGroup>
  );
}

export function MissingDialog({ order, onClose }: OrderDialogProps) {
  const lines = order.lines.flatMap((line) => {
    const open = countToShip(line);
    return open > 0
      ? [{ id: line.id, name: line.name, note: describeLine(line), most: open, initial: 0 }]
      : [];
  });
  // A single line is the one that is meant.
  const [only] = lines;
  const listed = lines.length === 1 && only ? [{ ...only, initial: only.most }] : lines;
  const { sumCents, choose } = useChosenUnits(order, listed);
  return (
    <ActionDialog
      intent="missing"
      title="A part is missing"
      description="The missing units are canceled and refunded, and the buyer will get an email."
      submitLabel={sumCents > 0 ? `Refund ${formatDollars(sumCents)}` : 'Refund'}
      isDangerous
      onClose={onClose}
    >
      <UnitFields legend="Not found" lines={listed} onChange={choose} />
      <GivenBack order={order} />
      <TextArea name="note" label="What to tell the buyer" hint="Optional." maxLength={500} rows={2} />
    </ActionDialog>
  );
}

export function RefundDialog({ order, onClose }: OrderDialogProps) {
  const [by, setBy] = useState<'lines' | 'amount' | 'all'>('lines');
  const [withShipping, setWithShipping] = useState(false);
  const unshipped = listRefundable(order, 'units', ({ unshipped: most }) => most);
  const shipped = listRefundable(order, 'shipped', ({ shipped: most }) => most);
  const { sumCents, chosenOf, choose } = useChosenUnits(order, [...unshipped, ...shipped]);
  const renderMore = (line: UnitsLine) => chosenOf(line) > 0 && <Restock order={order} line={line} />;
  const linesCents = Math.min(order.leftCents, sumCents + (withShipping ? order.shippingCents : 0));
  const amounts = { lines: linesCents, amount: 0, all: order.leftCents };
  return (
    <ActionDialog
      intent="refund"
      title="Refund"
      description={`${formatDollars(order.leftCents)} can be refunded.`}
      submitLabel={amounts[by] > 0 ? `Refund ${formatDollars(amounts[by])}` : 'Refund'}
      isDangerous
      onClose={onClose}
    >
      <RadioGroup label="What to refund">
        <Radio
          name="by"
          value="lines"
          checked={by === 'lines'}
          onChange={() => setBy('lines')}
          label="Parts"
          hint="Selected units plus tax"
        />
        <Radio
          name="by"
          value="amount"
          checked={by === 'amount'}
          onChange={() => setBy('amount')}
          label="Amount"
          hint="Any amount"
        />
        <Radio
          name="by"
          value="all"
          checked={by === 'all'}
          onChange={() => setBy('all')}
          label="All"
          hint={`Everything that is left: ${formatDollars(order.leftCents)}`}
        />
      </RadioGroup>
      {by === 'lines' && (
        <>
          {unshipped.length > 0 && (
            <UnitFields
              legend="Not shipped"
              hint="What you refund will not be shipped."
              lines={unshipped}
              onChange={choose}
              renderMore={renderMore}
            />
          )}
          {shipped.length > 0 && (
            <UnitFields legend="Shipped" lines={shipped} onChange={choose} renderMore={renderMore} />
          )}
          {order.shippingCents > 0 && (
            <Checkbox
              name="shipping"
              value="yes"
              checked={withShipping}
              onChange={(event) => setWithShipping(event.target.checked)}
              label={`Shipping too: ${formatDollars(order.shippingCents)}`}
            />
          )}
        </>
      )}
      {by === 'amount' && (
        <TextField
          name="amount"
          label="Amount *"
          inputMode="decimal"
          placeholder="12.50"
          required
          autoComplete="off"
        />
      )}
      <GivenBack order={order} />
      <Select
        name="reason"
        label="Reason *"
        hint="The buyer reads it in the email, and it is in the books."
        required
        defaultValue=""
      >
        <option value="">Choose…</option>
        {deskRefundReasons.map((reason) => (
          <option key={reason} value={reason}>
            {refundReasons[reason].label}
          </option>
        ))}
      </Select>
      <TextArea name="note" label="Note" hint="Saved with the order." maxLength={500} rows={2} />
    </ActionDialog>
  );
}

function listRefundable(
  order: DeskOrder,
  field: UnitsField,
  countOf: (left: Refundable) => number,
): UnitsLine[] {
  return order.lines.flatMap((line) => {
    const most = countOf(countRefundable(line));
    return most > 0
      ? [{ id: line.id, field, name: line.name, note: describeLine(line), most, initial: 0 }]
      : [];
  });
}

export function CancelDialog({ order, onClose }: OrderDialogProps) {
  const lines = order.lines.filter((line) => countToShip(line) > 0 && line.canBeRestocked);
  return (
    <ActionDialog
      intent="cancel"
      title="Cancel the order?"
      description={
        order.leftCents > 0
          ? `${formatDollars(order.leftCents)} will be refunded, and the buyer will get an email.`
          : 'Nothing is left to refund. The buyer will get an email.'
      }
      submitLabel="Cancel the order"
      closeLabel="Keep the order"
      isDangerous
      onClose={onClose}
    >
      {lines.length > 0 && (
        <fieldset>
          <legend className="mb-1 font-semibold">Back into stock</legend>
          {lines.map((line) => (
            <Checkbox
              key={line.id}
              name={`restock:${line.id}`}
              value="yes"
              defaultChecked
              label={countToShip(line) > 1 ? `${countToShip(line)} × ${line.name}` : line.name}
            />
          ))}
        </fieldset>
      )}
      <GivenBack order={order} />
      <TextArea name="note" label="What to tell the buyer" hint="Optional." maxLength={500} rows={2} />
    </ActionDialog>
  );
}

/** Accepts an amount other than that of the order. */
export function AcceptAmountDialog({ order, onClose }: OrderDialogProps) {
  const { amountCents, chargedCents, otherCurrency } = order;
  const paid = ((chargedCents ?? amountCents) / 100).toFixed(2);
  return (
    <ActionDialog
      intent="accept-amount"
      title="Accept the payment?"
      description={`The order is ${formatDollars(amountCents)}. The buyer paid ${
        otherCurrency === null
          ? formatDollars(chargedCents ?? amountCents)
          : `${paid} ${otherCurrency.toUpperCase()}`
      }. Accept it to ship the order for this amount, or close this and refund or cancel it.`}
      submitLabel="Accept"
      onClose={onClose}
    >
      <TextArea name="note" label="Why *" hint="Saved with the order." maxLength={500} rows={2} />
    </ActionDialog>
  );
}

/** Asks for the rest after less than the amount of the order was paid. */
export function AskForRestDialog({ order, onClose }: OrderDialogProps) {
  const restCents = order.due?.cents ?? computeRest(order);
  const rest = formatDollars(restCents);
  return (
    <ActionDialog
      intent="ask-rest"
      title={order.due ? 'Ask for the rest again?' : 'Ask for the rest?'}
      description={`The order is ${formatDollars(order.amountCents)}. The buyer paid ${formatDollars(
        order.amountCents - restCents,
      )}, and will get an email with a link to pay ${rest}. The order waits until it is paid.`}
      submitLabel={`Ask for ${rest}`}
      onClose={onClose}
    >
      <TextArea name="note" label="What to tell the buyer" hint="Optional." maxLength={500} rows={2} />
    </ActionDialog>
  );
}

/** Sets aside units of canceled or returned parts that are in the shop and not for sale. */
export function SetAsideDialog({ order, onClose }: OrderDialogProps) {
  const lines = order.lines.flatMap((line): UnitsLine[] => {
    const most = countToSettle(line);
    return most > 0 ? [{ id: line.id, name: line.name, note: describeLine(line), most, initial: most }] : [];
  });
  return (
    <ActionDialog
      intent="set-aside"
      title="Units set aside"
      description="They were canceled or came back, and are not in stock."
      submitLabel="Save"
      onClose={onClose}
    >
      <UnitFields legend="Units" lines={lines} />
      <RadioGroup label="What to do with them">
        <Radio name="as" value="restocked" defaultChecked label="Put back into stock" />
        <Radio name="as" value="lost" label="Write off" hint="Not fit for sale" />
      </RadioGroup>
    </ActionDialog>
  );
}

function Restock({ order, line: { id, field } }: { order: DeskOrder; line: UnitsLine }) {
  if (order.lines.find((line) => line.id === id)?.canBeRestocked !== true) return null;
  return (
    <Checkbox
      name={field === 'shipped' ? `back:${id}` : `restock:${id}`}
      value="yes"
      label={field === 'shipped' ? 'Back in the shop: put into stock' : 'Put back into stock'}
      className="ml-7 text-sm"
    />
  );
}
