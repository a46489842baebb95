import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { SavedAddress } from '#core/pricing/saved-address.ts';
import { Select } from '#kit/select.tsx';
import { type DestinationDraft, enterAddress } from '#core/checkout/destination-draft.ts';

interface SavedAddressSelectProps {
  draft: DestinationDraft;
  onDraft: (draft: DestinationDraft) => void;
  /** Besides the United States. */
  countries: readonly string[];
}

/** Fills in the default address of a signed-in user once, and offers the others. */
export default function SavedAddressSelect({ draft, onDraft, countries }: SavedAddressSelectProps) {
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
