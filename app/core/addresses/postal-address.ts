export interface ShippingAddress {
  line1: string;
  line2: string | null;
  city: string;
  state: string;
  postalCode: string;
  country: string;
}

/** Formats an address as it is written on a parcel. Leaves out the country of the United States. */
export function formatPostalAddress(name: string | null, address: ShippingAddress): string[] {
  const { line1, line2, city, state, postalCode, country } = address;
  const place = [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [name, line1, line2, place, country === 'US' ? null : country].filter((line) => !!line) as string[];
}
