import { useState } from 'react';
import { Select } from '#kit/select.tsx';
import { TextField } from '#kit/text-field.tsx';
import { usStateOptions } from '../destination.ts';
import type { AddressFields as Address } from '../saved-address.ts';

interface AddressFieldsProps {
  address: Partial<Address> | undefined;
  /** Countries that the person can choose besides the United States. Without any, the country stays. */
  countries?: readonly string[];
  /** True if it is the person's own address, which browsers may fill in. */
  isOwn?: boolean;
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });

/** Shows the fields of an address in a grid of six columns. readAddress reads them. */
export function AddressFields({ address, countries, isOwn = false }: AddressFieldsProps) {
  const [country, setCountry] = useState(address?.country ?? 'US');
  const hasChoice = countries !== undefined && countries.length > 0;
  const fill = (value: string) => (isOwn ? value : 'off');
  return (
    <>
      <TextField
        label="Name"
        name="name"
        autoComplete={fill('name')}
        maxLength={200}
        defaultValue={address?.name}
        required
        className="sm:col-span-6"
      />
      {hasChoice && (
        <Select
          label="Country"
          name="country"
          autoComplete={fill('country')}
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
        autoComplete={fill('address-line1')}
        maxLength={200}
        defaultValue={address?.line1}
        required
        className="sm:col-span-6"
      />
      <TextField
        label="Apartment or suite (optional)"
        name="line2"
        autoComplete={fill('address-line2')}
        maxLength={200}
        defaultValue={address?.line2 ?? ''}
        className="sm:col-span-6"
      />
      <TextField
        label="City"
        name="city"
        autoComplete={fill('address-level2')}
        maxLength={200}
        defaultValue={address?.city}
        required
        className="sm:col-span-2"
      />
      <PlaceFields country={country} address={address} fill={fill} />
      <Select
        label="Address type"
        name="place"
        defaultValue={address?.place ?? 'residential'}
        className="sm:col-span-6"
      >
        <option value="residential">Residential</option>
        <option value="business">Business</option>
      </Select>
      {!hasChoice && <input type="hidden" name="country" value={country} />}
    </>
  );
}

interface PlaceFieldsProps {
  country: string;
  address: Partial<Address> | undefined;
  fill: (value: string) => string;
}

function PlaceFields({ country, address, fill }: PlaceFieldsProps) {
  const isAbroad = country !== 'US';
  const known = address?.country === country ? address : undefined;
  return (
    <>
      {isAbroad ? (
        <TextField
          key="region"
          label="State or region"
          name="state"
          autoComplete={fill('address-level1')}
          maxLength={100}
          defaultValue={known?.state}
          className="sm:col-span-2"
        />
      ) : (
        <Select
          key="state"
          label="State"
          name="state"
          autoComplete={fill('address-level1')}
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
        autoComplete={fill('postal-code')}
        inputMode={isAbroad ? 'text' : 'numeric'}
        maxLength={isAbroad ? 20 : 10}
        defaultValue={known?.postalCode}
        required={!isAbroad}
        className="sm:col-span-2"
      />
    </>
  );
}
