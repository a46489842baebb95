import { useState } from 'react';
import { usStateOptions } from '#core/addresses/destination.ts';
import type { SavedAddress } from '#core/addresses/saved-address.ts';
import { Checkbox } from '#kit/checkbox.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Select } from '#kit/select.tsx';
import { TextField } from '#kit/text-field.tsx';

interface AddressDialogProps {
  userId: string;
  /** The address is undefined for a new one. */
  address: SavedAddress | undefined;
  countries: readonly string[];
  onClose: () => void;
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });

export default function AddressDialog(props: AddressDialogProps) {
  const { userId, address, countries, onClose } = props;
  const [country, setCountry] = useState(address?.country ?? 'US');
  const form = useAction({ failure: 'Failed to save the address', hasAlert: true, onDone: onClose });
  return (
    <FormDialog
      form={form}
      title={address ? 'Edit address' : 'Add an address'}
      submitLabel="Save Address"
      onClose={onClose}
    >
      <input type="hidden" name="intent" value="save-address" />
      <input type="hidden" name="id" value={address?.id ?? ''} />
      <input type="hidden" name="user_id" value={userId} />
      <div className="grid gap-4 sm:grid-cols-6">
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={200}
          defaultValue={address?.name}
          required
          className="sm:col-span-6"
        />
        {countries.length > 0 && (
          <Select
            label="Country"
            name="country"
            autoComplete="country"
            value={country}
            onChange={({ target }) => setCountry(target.value)}
            className="sm:col-span-6"
          >
            {['US', ...countries].map((code) => (
              <option key={code} value={code}>
                {countryNames.of(code)}
              </option>
            ))}
          </Select>
        )}
        <TextField
          label="Street address"
          name="line1"
          autoComplete="address-line1"
          maxLength={200}
          defaultValue={address?.line1}
          required
          className="sm:col-span-6"
        />
        <TextField
          label="Apartment or suite (optional)"
          name="line2"
          autoComplete="address-line2"
          maxLength={200}
          defaultValue={address?.line2 ?? ''}
          className="sm:col-span-6"
        />
        <TextField
          label="City"
          name="city"
          autoComplete="address-level2"
          maxLength={200}
          defaultValue={address?.city}
          required
          className="sm:col-span-2"
        />
        <PlaceFields country={country} address={address} />
        <Select
          label="Address type"
          name="place"
          defaultValue={address?.place ?? 'residential'}
          className="sm:col-span-6"
        >
          <option value="residential">Residential</option>
          <option value="business">Business</option>
        </Select>
        {!address?.isDefault && (
          <Checkbox label="Use as my default address" name="isDefault" className="sm:col-span-6" />
        )}
      </div>
    </FormDialog>
  );
}

function PlaceFields({ country, address }: { country: string; address: SavedAddress | undefined }) {
  const isAbroad = country !== 'US';
  const known = address?.country === country ? address : undefined;
  return (
    <>
      {isAbroad ? (
        <TextField
          key="region"
          label="State or region"
          name="state"
          autoComplete="address-level1"
          maxLength={100}
          defaultValue={known?.state}
          className="sm:col-span-2"
        />
      ) : (
        <Select
          key="state"
          label="State"
          name="state"
          autoComplete="address-level1"
          defaultValue={known?.state}
          required
          className="sm:col-span-2"
        >
          <option value="">Select</option>
          {usStateOptions.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <TextField
        key={isAbroad ? 'postal-code' : 'zip'}
        label={isAbroad ? 'Postal code' : 'ZIP code'}
        name="postalCode"
        autoComplete="postal-code"
        inputMode={isAbroad ? 'text' : 'numeric'}
        maxLength={isAbroad ? 20 : 10}
        defaultValue={known?.postalCode}
        required={!isAbroad}
        className="sm:col-span-2"
      />
    </>
  );
}
