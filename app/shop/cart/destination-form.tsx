import { usStateOptions, usStates } from '#core/addresses/destination.ts';
import { formatHours } from '#core/settings/opening-hours.ts';
import { formatAddress } from '#core/settings/shop.ts';
import { findStateOfZip } from '#core/addresses/zip-state.ts';
import { Checkbox } from '#kit/checkbox.tsx';
import { Radio, RadioGroup } from '#kit/radio-group.tsx';
import { Select } from '#kit/select.tsx';
import { TextField } from '#kit/text-field.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import type { CartTerms } from '#core/carts/cart-terms.server.ts';
import {
  type DestinationDraft,
  enterZip,
  findDraftProblem,
  enterAddress,
} from '#core/checkout/destination-draft.ts';
import type { CartQuote } from './use-quote.ts';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { SavedAddress } from '#core/addresses/saved-address.ts';

interface FormProps {
  cart: Pick<CartQuote, 'asked' | 'draft' | 'onDraft'>;
  terms: CartTerms;
}

interface PartProps extends FormProps {
  set: (changes: Partial<DestinationDraft>) => void;
}

/** Asks what tax and shipping depend on. */
export function DestinationForm({ cart, terms }: FormProps) {
  const { asked, draft, onDraft } = cart;
  const set = (changes: Partial<DestinationDraft>) => onDraft({ ...draft, ...changes });
  const parts = { cart, terms, set };
  const [firstLocation] = terms.locations;
  if (!asked.fulfillment) {
    return (
      <fieldset className="grid min-w-0 gap-4">
        <legend className="mb-3 text-lg font-semibold">Ship to</legend>
        <ShipFields {...parts} />
      </fieldset>
    );
  }
  return (
    <div className="grid gap-4">
      <RadioGroup label="Shipping or pickup">
        <Radio
          name="kind"
          value="ship"
          label="Ship to"
          checked={draft.kind === 'ship'}
          onChange={() => set({ kind: 'ship' })}
          hint="We send your parts"
        />
        <Radio
          name="kind"
          value="pickup"
          label="Pick up"
          checked={draft.kind === 'pickup'}
          onChange={() => set({ kind: 'pickup', location: draft.location || (firstLocation?.name ?? '') })}
          hint={`Free, ready in about ${terms.readyHours === 1 ? '1 hour' : `${terms.readyHours} hours`}`}
        />
      </RadioGroup>
      {draft.kind === 'ship' && <ShipFields {...parts} />}
      {draft.kind === 'pickup' && <PickupFields {...parts} />}
    </div>
  );
}

function ShipFields({ cart: { asked, draft }, terms, set }: PartProps) {
  const isAbroad = asked.country && draft.country !== 'US';
  return (
    <>
      {asked.country && (
        <Select
          name="country"
          label="Country"
          autoComplete="shipping country"
          value={draft.country}
          onChange={({ target }) => set({ country: target.value })}
        >
          {['US', ...terms.countries].map((code) => (
            <option key={code} value={code}>
              {countryNames.of(code)}
            </option>
          ))}
        </Select>
      )}
      {!isAbroad && (
        <div className="grid grid-cols-[3fr_2fr] gap-3">
          <Select
            name="state"
            label="State"
            autoComplete="shipping address-level1"
            value={draft.state}
            onChange={({ target }) => set({ state: target.value })}
          >
            <option value="">Select</option>
            {usStateOptions.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
          <TextField
            name="zip"
            label="ZIP code"
            autoComplete="shipping postal-code"
            inputMode="numeric"
            maxLength={5}
            value={draft.zip}
            error={
              findDraftProblem(draft, asked) && `This is in ${usStates[findStateOfZip(draft.zip) ?? '']}`
            }
            onChange={({ target }) => set(enterZip(draft, target.value.replaceAll(/\D/g, '')))}
          />
        </div>
      )}
      {!isAbroad && asked.poBox && (
        <Checkbox
          name="poBox"
          label="This is a PO box"
          checked={draft.poBox}
          onChange={({ target }) => set({ poBox: target.checked })}
        />
      )}
      {!isAbroad && asked.freightAccess && <FreightFields draft={draft} set={set} />}
    </>
  );
}

function FreightFields({ draft, set }: { draft: DestinationDraft; set: PartProps['set'] }) {
  return (
    <>
      <RadioGroup label="Freight is delivered to">
        {(['business', 'residential'] as const).map((place) => (
          <Radio
            key={place}
            name="place"
            value={place}
            label={placeTexts[place].name}
            checked={draft.place === place}
            onChange={() => set({ place })}
            hint={placeTexts[place].hint}
          />
        ))}
      </RadioGroup>
      <Checkbox
        name="liftgate"
        label="The truck needs a liftgate"
        checked={draft.liftgate}
        onChange={({ target }) => set({ liftgate: target.checked })}
      />
    </>
  );
}

function PickupFields({ cart: { draft }, terms, set }: PartProps) {
  const shop = useShop();
  return (
    <>
      <RadioGroup label="Location">
        {terms.locations.map((location) => (
          <Radio
            key={location.name}
            name="location"
            value={location.name}
            label={location.name}
            checked={draft.location === location.name}
            onChange={() => set({ location: location.name })}
            hint={formatAddress(location)}
          />
        ))}
      </RadioGroup>
      <div className="text-sm text-muted">
        {formatHours(shop).map(({ days, open }) => (
          <p key={days}>
            {days}: {open}
          </p>
        ))}
        <p className="mt-2">We&apos;ll email you when your order is ready.</p>
      </div>
    </>
  );
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });

const placeTexts = {
  business: { name: 'Business', hint: 'With a dock, or with staff to unload' },
  residential: { name: 'Residential', hint: 'A home, a farm, or a home-based business' },
};

interface SavedAddressSelectProps {
  draft: DestinationDraft;
  onDraft: (draft: DestinationDraft) => void;
  /** The countries besides the United States. */
  countries: readonly string[];
}

/** Fills in the default address of a signed-in user once, and offers the others. */
export function SavedAddressSelect({ draft, onDraft, countries }: SavedAddressSelectProps) {
  const id = useId();
  const [addresses, setAddresses] = useState<readonly SavedAddress[]>([]);

  const onLoaded = useEffectEvent((loaded: readonly SavedAddress[]) => {
    const usable = loaded.filter(({ country }) => country === 'US' || countries.includes(country));
    setAddresses(usable);
    const preferred = usable.find(({ isDefault }) => isDefault);
    const isEmpty = draft.kind === '' && draft.zip === '' && draft.state === '';
    if (preferred && isEmpty) onDraft(enterAddress(draft, preferred));
  });

  useEffect(() => {
    const controller = new AbortController();
    fetchAddresses(controller.signal).then(onLoaded, () => undefined);
    return () => controller.abort();
  }, []);

  if (addresses.length === 0 || draft.kind === 'pickup') return null;
  const chosen = addresses.find((address) => {
    const { country, state, zip, place } = enterAddress(draft, address);
    return country === draft.country && state === draft.state && zip === draft.zip && place === draft.place;
  });
  return (
    <Select
      id={id}
      label="Saved address"
      value={chosen?.id ?? ''}
      onChange={({ target }) => {
        const address = addresses.find((each) => each.id === target.value);
        if (address) onDraft(enterAddress(draft, address));
      }}
      className="mb-4"
    >
      <option value="">Another place</option>
      {addresses.map((address) => (
        <option key={address.id} value={address.id}>
          {[address.name, address.line1, address.city].join(', ')}
        </option>
      ))}
    </Select>
  );
}

async function fetchAddresses(signal: AbortSignal): Promise<SavedAddress[]> {
  const response = await fetch('/profile/addresses', { signal });
  if (!response.ok) throw new Error(`The addresses answered ${response.status}`);
  return ((await response.json()) as { addresses: SavedAddress[] }).addresses;
}
