import { useState } from 'react';
import { usStateOptions } from '#core/addresses/destination.ts';
import type { SavedAddress } from '#core/pricing/saved-address.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Checkbox } from '#kit/checkbox.tsx';
import { Dialog, DialogActions, DialogBody } from '#kit/dialog.tsx';
import { Select } from '#kit/select.tsx';
import { showToast } from '#kit/show-toast.ts';
import { TextField } from '#kit/text-field.tsx';
import { sendRequest } from '../send-request.ts';
import { useSubmit } from '../use-submit.ts';

interface AddressDialogProps {
  userId: string;
  /** The address is undefined for a new one. */
  address: SavedAddress | undefined;
  countries: readonly string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });

export default function AddressDialog(props: AddressDialogProps) {
  const { userId, address, countries, open, onOpenChange, onSaved } = props;
  const [country, setCountry] = useState(address?.country ?? 'US');
  const { busy, problem, onSubmit } = useSubmit(async (fields) => {
    const path = `/profile/addresses${address ? `/${address.id}` : ''}`;
    try {
      const result = await sendRequest(address ? 'PUT' : 'POST', path, { ...fields, user_id: userId });
      if (!result.ok) return result.error;
      onSaved();
      onOpenChange(false);
      void showToast({ kind: 'success', title: 'Address saved' });
      return undefined;
    } catch {
      return 'Something went wrong. Please try again.';
    }
  });
  return (
    <Dialog
      open={open}
      busy={busy}
      onOpenChange={onOpenChange}
      title={address ? 'Edit address' : 'Add an address'}
    >
      <form method="post" noValidate onSubmit={onSubmit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody>
          <div className="grid gap-4 sm:grid-cols-6">
            {problem && (
              <Alert tone="danger" announce className="sm:col-span-6">
                {problem}
              </Alert>
            )}
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
        </DialogBody>
        <DialogActions>
          <Button onClick={() => onOpenChange(false)} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Save Address
          </Button>
        </DialogActions>
      </form>
    </Dialog>
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
