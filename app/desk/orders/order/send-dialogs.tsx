import { carrierNames } from '#core/orders/carrier.ts';
import { MAX_PURCHASE_ORDER } from '#core/orders/purchase-order.ts';
import { countToShip } from '#core/orders/line-units.ts';
import { Checkbox } from '#kit/checkbox.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { TextField } from '#kit/text-field.tsx';
import { ActionDialog } from '#kit/form/action-dialog.tsx';
import type { DeskOrder } from '#core/orders/desk-order.server.ts';
import { describeLine, type OrderDialogProps } from './order-dialog.ts';
import { UnitFields, type UnitsLine } from '#core/orders/ui/unit-fields.tsx';

function listOpen(order: DeskOrder): UnitsLine[] {
  return order.lines.flatMap((line) => {
    const open = countToShip(line);
    return open > 0
      ? [{ id: line.id, name: line.name, note: describeLine(line), most: open, initial: open }]
      : [];
  });
}

export function PackDialog({ order, onClose }: OrderDialogProps) {
  const lines = order.lines
    .filter(({ quantity, canceled }) => quantity > canceled)
    .map((line) => ({
      id: line.id,
      name: line.name,
      note: describeLine(line),
      most: line.quantity - line.canceled,
      initial: line.packed,
    }));
  return (
    <ActionDialog
      intent="pack"
      title="Pack"
      description="Check what's in the box."
      submitLabel="Save"
      onClose={onClose}
    >
      <UnitFields legend="Packed" lines={lines} />
    </ActionDialog>
  );
}

export function ShipDialog({ order, onClose }: OrderDialogProps) {
  return (
    <ActionDialog
      intent="ship"
      title="Ship a parcel"
      description="The buyer will get an email in one minute. Until then, you can undo this."
      submitLabel="Ship"
      onClose={onClose}
    >
      <TextField
        name="tracking"
        label="Tracking number"
        hint="Most carriers are detected from the tracking number."
        autoComplete="off"
        maxLength={60}
      />
      <TextField name="carrier" label="Carrier" list="carriers" autoComplete="off" maxLength={60} />
      <datalist id="carriers">
        {carrierNames.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <UnitFields legend="In this parcel" lines={listOpen(order)} />
    </ActionDialog>
  );
}

export function HandOverDialog({ order, onClose }: OrderDialogProps) {
  return (
    <ActionDialog
      intent="pick-up"
      title="Hand over"
      description={
        order.customerName ? `The order is under the name ${order.customerName}.` : 'The order has no name.'
      }
      submitLabel="Hand over"
      onClose={onClose}
    >
      <TextField name="collected_by" label="Name on the ID *" required autoComplete="off" maxLength={200} />
      {order.customerName !== null && (
        <Checkbox name="other_name" value="yes" label="Someone else may pick it up: the buyer agreed" />
      )}
      <UnitFields legend="Handed over" lines={listOpen(order)} />
    </ActionDialog>
  );
}

export function DelayDialog({ onClose }: OrderDialogProps) {
  return (
    <ActionDialog
      intent="delay"
      title="Report a delay"
      description="The buyer will get an email with the new date, and can ask to cancel."
      submitLabel="Send"
      onClose={onClose}
    >
      <TextField name="ship_by" type="date" label="New date *" required />
      <TextArea name="note" label="Why" hint="The buyer sees this." maxLength={500} />
    </ActionDialog>
  );
}

export function HoldDialog({ onClose }: OrderDialogProps) {
  return (
    <ActionDialog
      intent="hold"
      title="Put the order on hold"
      description="Nothing of it can be packed or shipped until it is taken off hold. The buyer gets no email."
      submitLabel="Put on hold"
      onClose={onClose}
    >
      <TextArea name="reason" label="Why *" hint="Only staff see this." required maxLength={500} />
    </ActionDialog>
  );
}

export function PurchaseOrderDialog({ order, onClose }: OrderDialogProps) {
  return (
    <ActionDialog
      intent="purchase-order"
      title="Purchase order"
      description="The buyer's own number. It is on the invoice and the packing slip."
      submitLabel="Save"
      onClose={onClose}
    >
      <TextField
        name="number"
        label="Number"
        hint="Empty removes it."
        maxLength={MAX_PURCHASE_ORDER}
        defaultValue={order.purchaseOrder ?? ''}
      />
    </ActionDialog>
  );
}

export function NoteDialog({ onClose }: OrderDialogProps) {
  return (
    <ActionDialog
      intent="note"
      title="Add a note"
      description="Only staff can read it."
      submitLabel="Add"
      onClose={onClose}
    >
      <TextArea name="text" label="Note *" required maxLength={2000} />
    </ActionDialog>
  );
}

export function RevokeLinksDialog({ onClose }: OrderDialogProps) {
  return (
    <ActionDialog
      intent="revoke-links"
      title="Revoke the buyer links?"
      description="The links in earlier emails stop working. Buyers get a new link with the order's number and their email."
      submitLabel="Revoke links"
      isDangerous
      onClose={onClose}
    >
      {null}
    </ActionDialog>
  );
}
