import { AddressFields } from '#core/addresses/ui/address-fields.tsx';
import { TextField } from '#kit/text-field.tsx';
import type { OrderDialogProps } from '../order/order-dialog.ts';
import { CorrectionDialog } from './correction-dialog.tsx';
import { ShippingField } from './shipping-field.tsx';

export function AddressDialog({ order, onClose }: OrderDialogProps) {
  const { address, destination, customerName, phone } = order;
  const shipTo = destination?.kind === 'ship' ? destination : undefined;
  return (
    <CorrectionDialog
      kind="correct-address"
      order={order}
      title="Change the address"
      description="Tax and shipping follow the address. You see them before you save."
      onClose={onClose}
    >
      {shipTo?.liftgate && <input type="hidden" name="liftgate" value="yes" />}
      <div className="grid gap-4 sm:grid-cols-6">
        <AddressFields
          address={{
            ...address,
            ...(shipTo && { place: shipTo.place }),
            ...(customerName !== null && { name: customerName }),
          }}
        />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="off"
          maxLength={40}
          defaultValue={phone ?? ''}
          className="sm:col-span-6"
        />
      </div>
      <ShippingField order={order} />
    </CorrectionDialog>
  );
}
