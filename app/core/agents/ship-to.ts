import { type ShipTo, usStates } from '#core/addresses/destination.ts';
import { findZipProblem } from '#core/addresses/zip-state.ts';
import type { AskedAddress } from './asked.ts';

export type ReadPlace =
  | { place: Pick<ShipTo, 'country' | 'state' | 'zip' | 'poBox'> }
  /** `member` is the part of the address to correct. Undefined means that the shop ships nothing there. */
  | { problem: string; member?: keyof AskedAddress };

const UNITED_STATES = new Set(['US', 'USA', 'UNITED STATES', 'UNITED STATES OF AMERICA']);

const stateByName = new Map(
  Object.entries(usStates).flatMap(([code, name]) => [
    [code, code],
    [name.toUpperCase(), code],
  ]),
);

const PO_BOX = /\bp\.?\s*o\.?\s*box\b/i;

/**
 * Reads where an address is, as the shop prices it.
 * @param countries Two letters of each country besides the United States that the shop ships to.
 */
export function readPlace(address: AskedAddress, countries: readonly string[]): ReadPlace {
  const given = (address.address_country ?? '').trim().toUpperCase();
  const poBox = PO_BOX.test(`${address.street_address ?? ''} ${address.extended_address ?? ''}`);
  if (given !== '' && !UNITED_STATES.has(given)) {
    if (countries.includes(given)) return { place: { country: given, state: '', zip: '', poBox } };
    return { problem: `We don't ship to ${address.address_country?.trim()}` };
  }
  const region = (address.address_region ?? '').trim();
  const state = stateByName.get(region.toUpperCase());
  const zip = /^(\d{5})(-?\d{4})?$/.exec((address.postal_code ?? '').trim())?.[1];
  if (region === '') return { problem: 'The state is missing', member: 'address_region' };
  if (state === undefined) return { problem: `There is no state ${region}`, member: 'address_region' };
  if (zip === undefined) return { problem: 'The ZIP code must have five digits', member: 'postal_code' };
  const mismatch = findZipProblem({ state, zip });
  if (mismatch !== undefined) return { problem: mismatch, member: 'postal_code' };
  return { place: { country: 'US', state, zip, poBox } };
}
