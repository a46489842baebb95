import { usStateOptions } from '#core/addresses/destination.ts';
import { Select } from '#kit/select.tsx';
import { TextField } from '#kit/text-field.tsx';
import type { OrderDialogProps } from '../order/order-dialog.ts';
import { CorrectionDialog } from './correction-dialog.tsx';
import { ShippingField } from './shipping-field.tsx';

export function AddressDialog({ order, onClose }: OrderDialogProps) {
  const { address, destination, customerName, phone } = order;
  const shipTo = destination?.kind === 'ship' ? destination : undefined;
  const country = address?.country ?? 'US';
  return (
    <CorrectionDialog
      kind="correct-address"
      order={order}
      title="Change the address"
      description="Tax and shipping follow the address. You see them before you save."
      onClose={onClose}
    >
      <input type="hidden" name="country" value={country} />
      {shipTo?.liftgate && <input type="hidden" name="liftgate" value="yes" />}
      <div className="grid gap-4 sm:grid-cols-6">
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          maxLength={200}
          defaultValue={customerName ?? ''}
          className="sm:col-span-6"
        />
        <TextField
          label="Street address"
          name="line1"
          autoComplete="off"
          maxLength={200}
          defaultValue={address?.line1}
          className="sm:col-span-6"
        />
        <TextField
          label="Apartment or suite"
          name="line2"
          autoComplete="off"
          maxLength={200}
          defaultValue={address?.line2 ?? ''}
          className="sm:col-span-6"
        />
        <TextField
          label="City"
          name="city"
          autoComplete="off"
          maxLength={200}
          defaultValue={address?.city}
          className="sm:col-span-2"
        />
        {country === 'US' ? (
          <Select label="State" name="state" defaultValue={address?.state} className="sm:col-span-2">
            <option value="">Select</option>
            {usStateOptions.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        ) : (
          <TextField
            label="State or region"
            name="state"
            autoComplete="off"
            maxLength={100}
            defaultValue={address?.state}
            className="sm:col-span-2"
          />
        )}
        <TextField
          label={country === 'US' ? 'ZIP code' : 'Postal code'}
          name="postalCode"
          autoComplete="off"
          inputMode={country === 'US' ? 'numeric' : 'text'}
          maxLength={country === 'US' ? 10 : 20}
          defaultValue={address?.postalCode}
          className="sm:col-span-2"
        />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="off"
          maxLength={40}
          defaultValue={phone ?? ''}
          className="sm:col-span-3"
        />
        <Select
          label="Address type"
          name="place"
          defaultValue={shipTo?.place ?? 'residential'}
          className="sm:col-span-3"
        >
          <option value="residential">Residential</option>
          <option value="business">Business</option>
        </Select>
      </div>
      <ShippingField order={order} />
    </CorrectionDialog>
  );
}
