import { z } from 'zod';
import { knownFilters, vehicleMembers } from './catalog-input.ts';

/** Name of a filter -> what it means. */
export function describeFilters(): Record<string, string> {
  const members = Object.entries(vehicleMembers).map(([name, { description = '' }]) => [
    `vehicle.${name}`,
    description,
  ]);
  const { vehicle, ...others } = knownFilters;
  return Object.fromEntries([
    ['vehicle', vehicle.description ?? ''],
    ...members,
    ...Object.entries(others).map(([name, { description = '' }]) => [name, description]),
  ]);
}

/** Describes the filters that the protocol does not have as JSON Schema. */
export function filtersSchema(): object {
  const { categories: _, price: __, ...own } = knownFilters;
  const { $schema: ___, ...schema } = z.toJSONSchema(z.looseObject(own), { io: 'input' });
  return schema;
}

/** Member of a variant's metadata -> what it means. Members that are not known are left out. */
export const metadataMeanings: Record<string, string> = {
  verdict:
    'how the part fits the car of the request: fits, same_number (has the number of a part that fits), check_number (compare the numbers first), unknown, no',
  reason: 'why, in words for the buyer',
  rule: 'what decided it: listed, interchange, same_number, check_number, only_listed, other_engine, none',
  condition: "the shop's name of the condition",
  origin: 'new, new_oem, new_aftermarket, used, rebuilt or remanufactured',
  grade: 'A, B or C, or X if what decides it is not known; only of used parts',
  mileage: 'miles of the car that the part was taken off',
  mileage_source: 'cluster, title, auction or unknown',
  warranty: 'example: 90 days',
  core_charge: 'US cents for each, refunded for the old part',
  shipping_class: 'parcel, oversize, freight or pickup (not sent)',
  stock_number: 'the number on the tag of the part',
  oem_number: 'the number of the maker of the car',
  brand: 'the maker of the part',
  vehicle: 'the car that the part was made for: year, make, model, engine',
  fits_vehicles: 'the cars that it fits, at most 50; only in get_product',
  needs_programming: 'true if a dealer or locksmith has to program it',
  ready_from: 'the day from which it can be taken off its car, or unknown',
};
