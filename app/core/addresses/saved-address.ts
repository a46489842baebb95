import type { ShipTo } from './destination.ts';
import { isDestination } from './is-destination.ts';
import { findZipProblem } from './zip-state.ts';

/** Maximum per account. */
export const MAX_ADDRESSES = 20;

export interface AddressFields {
  name: string;
  line1: string;
  line2: string | null;
  city: string;
  /** Two letters in the United States. */
  state: string;
  /** Five digits in the United States. */
  postalCode: string;
  /** Two letters (ISO 3166). Example: 'US'. */
  country: string;
  place: ShipTo['place'];
}

export interface SavedAddress extends AddressFields {
  id: string;
  isDefault: boolean;
}

const MAX_LENGTHS = { name: 200, line1: 200, line2: 200, city: 200, state: 100, postalCode: 20 } as const;

const LABELS: Record<keyof typeof MAX_LENGTHS, string> = {
  name: 'Name',
  line1: 'Street address',
  line2: 'Apartment or suite',
  city: 'City',
  state: 'State',
  postalCode: 'ZIP code',
};

/**
 * Reads an address from a form, by the rules of the checkout's address.
 * @param countries are those where the shop sends parts to, besides the United States.
 */
export function readAddress(body: unknown, countries: readonly string[]): AddressFields | { error: string } {
  const sent = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const text = (name: string) => (typeof sent[name] === 'string' ? sent[name].trim() : '');
  const country = text('country') || 'US';
  const isAbroad = country !== 'US';
  const fields: AddressFields = {
    name: text('name'),
    line1: text('line1'),
    line2: text('line2') || null,
    city: text('city'),
    state: isAbroad ? text('state') : text('state').toUpperCase(),
    postalCode: isAbroad ? text('postalCode') : text('postalCode').slice(0, 5),
    country,
    place: text('place') === 'business' ? 'business' : 'residential',
  };
  const error = findProblem(fields, countries);
  return error === undefined ? fields : { error };
}

function findProblem(fields: AddressFields, countries: readonly string[]): string | undefined {
  for (const [name, max] of Object.entries(MAX_LENGTHS) as [keyof typeof MAX_LENGTHS, number][]) {
    const value = fields[name] ?? '';
    if (value.length > max) return `${LABELS[name]} can have at most ${max} characters.`;
    if (value.includes('\0')) return `${LABELS[name]} cannot be read.`;
  }
  if (!fields.name) return 'Please enter a name.';
  if (!fields.line1) return 'Please enter a street address.';
  if (!fields.city) return 'Please enter a city.';
  const { country, state, postalCode } = fields;
  if (country !== 'US') {
    return countries.includes(country) ? undefined : "We don't ship to this country.";
  }
  if (!isDestination(toShipTo(fields))) return 'Please enter a state and a five-digit ZIP code.';
  const problem = findZipProblem({ state, zip: postalCode });
  return problem && `${problem}.`;
}

/** Returns the facts that tax and shipping depend on. The cart asks for a liftgate itself. */
export function toShipTo(address: AddressFields): ShipTo {
  const { country, state, postalCode, place, line1 } = address;
  const isAbroad = country !== 'US';
  return {
    kind: 'ship',
    country,
    state: isAbroad ? '' : state,
    zip: isAbroad ? '' : postalCode,
    place,
    liftgate: false,
    poBox: /^p\.?\s*o\.?\s*box\b/i.test(line1),
  };
}
