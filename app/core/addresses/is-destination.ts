import { type Destination, type ShipTo, usStates } from './destination.ts';

const SHIP_KEYS = ['kind', 'country', 'state', 'zip', 'place', 'liftgate', 'poBox'];

const PICKUP_KEYS = ['kind', 'location'];

const MAX_LOCATION_LENGTH = 80;

/** Checks whether a value from a request or the browser's storage is a complete destination and nothing more. */
export function isDestination(value: unknown): value is Destination {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, location, country, state, zip, place, liftgate, poBox } = value as Record<string, unknown>;
  if (kind === 'pickup') return hasOnly(value, PICKUP_KEYS) && isLocation(location);
  return (
    kind === 'ship' &&
    hasOnly(value, SHIP_KEYS) &&
    (country === 'US' ? isUsPlace(state, zip) : isCountry(country) && state === '' && zip === '') &&
    (place === 'business' || place === 'residential') &&
    typeof liftgate === 'boolean' &&
    typeof poBox === 'boolean'
  );
}

function isUsPlace(state: unknown, zip: unknown): boolean {
  return (
    typeof state === 'string' &&
    Object.hasOwn(usStates, state) &&
    typeof zip === 'string' &&
    /^\d{5}$/.test(zip)
  );
}

function isCountry(country: unknown): boolean {
  return typeof country === 'string' && /^[A-Z]{2}$/.test(country);
}

/** PostgreSQL can't store NUL. */
function isLocation(location: unknown): boolean {
  return (
    typeof location === 'string' &&
    location !== '' &&
    location.length <= MAX_LOCATION_LENGTH &&
    !location.includes('\0')
  );
}

function hasOnly(value: object, keys: readonly string[]): boolean {
  return Object.keys(value).every((key) => keys.includes(key));
}

export function isSameDestination(one: Destination | null, other: Destination | null): boolean {
  return toKey(one) === toKey(other);
}

function toKey(destination: Destination | null): string | null {
  if (destination === null) return null;
  if (destination.kind === 'pickup') return `pickup ${destination.location}`;
  const { country, state, zip, place, liftgate, poBox } = destination;
  return JSON.stringify([country, state, zip, place, liftgate, poBox]);
}

/** Checks whether an address is in the place that an order was priced for. Abroad, only the country counts. */
export function isInPlace(
  address: { country: string; state: string; postalCode: string },
  { country, state, zip }: Pick<ShipTo, 'country' | 'state' | 'zip'>,
): boolean {
  if (address.country !== country) return false;
  return (
    country !== 'US' ||
    (address.state.trim().toUpperCase() === state && address.postalCode.trim().slice(0, 5) === zip)
  );
}
