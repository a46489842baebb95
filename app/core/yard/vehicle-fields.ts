import type { FieldRules } from '#core/catalog/part-field.ts';
import { partFields } from '#core/catalog/part-fields.ts';
import { parseStockNumber } from '#core/catalog/used-part-fields.ts';
import { parseVin } from '#core/vehicles/vin.ts';

/** Sections of the form, in their order. */
export const vehicleGroups = {
  car: 'The car',
  condition: 'Condition',
  bought: 'Bought',
  title: 'Title and plate',
  place: 'In the yard',
} as const;

export type VehicleGroup = keyof typeof vehicleGroups;

export type VehicleField = FieldRules & { group: VehicleGroup; hint?: string };

const line = (label: string, maxLength = 100) => ({ kind: 'line', label, maxLength }) as const;

const date = (label: string) => ({ kind: 'date', label }) as const;

const stateCode = (label: string) =>
  ({
    kind: 'code',
    label,
    parse: (text: string) => (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : undefined),
    invalid: 'Two letters, such as CA',
  }) as const;

/** The facts of a car, in form order. Columns of yard_vehicles. */
export const vehicleFields = {
  vin: {
    kind: 'code',
    label: 'VIN',
    parse: parseVin,
    invalid: 'A VIN has 17 letters and digits, without I, O and Q',
    group: 'car',
  },
  stock_number: {
    kind: 'code',
    label: 'Stock number',
    parse: parseStockNumber,
    invalid: 'Letters, digits, spaces, and - . / # only, at most 40',
    group: 'car',
    hint: "Shoppers see it on the parts: don't use the end of the VIN",
  },
  no_vin_reason: {
    ...line('Why it has no VIN', 200),
    group: 'car',
    hint: "Only for a car whose VIN can't be read",
  },
  year: {
    kind: 'whole',
    label: 'Year',
    max: 2100,
    empty: null,
    invalid: 'Year must have four digits',
    group: 'car',
  },
  make: { ...line('Make'), group: 'car' },
  model: { ...line('Model'), group: 'car' },
  trim: { ...line('Trim'), group: 'car' },
  body: { ...line('Body'), group: 'car' },
  color: { ...line('Color'), group: 'car' },
  built: {
    kind: 'code',
    label: 'Built',
    parse: (text: string) => (/^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined),
    invalid: 'Year and month, such as 2010-05',
    group: 'car',
    hint: 'Year and month, such as 2010-05',
  },
  engine: { ...line('Engine'), group: 'car' },
  engine_vin_code: {
    kind: 'code',
    label: 'Engine character of the VIN',
    parse: (text: string) => (/^[a-z\d]$/i.test(text) ? text.toUpperCase() : undefined),
    invalid: 'One letter or digit',
    group: 'car',
  },
  transmission_code: { ...line('Transmission code', 40), group: 'car' },
  drive: {
    kind: 'choice',
    label: 'Drive',
    choices: { fwd: 'FWD', rwd: 'RWD', awd: 'AWD', '4wd': '4WD' },
    none: 'Not known',
    group: 'car',
  },
  axle_code: { ...line('Axle code', 40), group: 'car' },
  paint_code: { ...line('Paint code', 40), group: 'car' },
  odometer: {
    kind: 'whole',
    label: 'Odometer',
    max: 9_999_999,
    empty: null,
    invalid: 'Odometer must be a whole number of miles',
    group: 'condition',
  },
  odometer_source: {
    kind: 'choice',
    label: 'Odometer from',
    choices: partFields.mileage_source.choices,
    none: 'No mileage',
    group: 'condition',
  },
  damage: { kind: 'text', label: 'Damage', maxLength: 1_000, group: 'condition' },
  airbags_deployed: { kind: 'flag', label: 'Airbags deployed', group: 'condition' },
  source: { ...line('Source', 200), group: 'bought', hint: 'Auction or insurer' },
  lot: { ...line('Lot', 40), group: 'bought' },
  bought_on: { ...date('Bought on'), group: 'bought' },
  possession_on: { ...date('In possession since'), group: 'bought' },
  title_kind: {
    kind: 'choice',
    label: 'Title',
    choices: {
      clean: 'Clean',
      salvage: 'Salvage certificate',
      junk: 'Junk receipt',
      nonrepairable: 'Nonrepairable certificate',
      bill_of_sale: 'Bill of sale only',
      none: 'None',
    },
    none: 'Not known',
    group: 'title',
  },
  title_state: { ...stateCode('State of the title'), group: 'title' },
  title_number: { ...line('Title number', 40), group: 'title' },
  title_received_on: { ...date('Title received on'), group: 'title' },
  plate: { ...line('Plate', 10), group: 'title' },
  plate_state: { ...stateCode('State of the plate'), group: 'title' },
  plate_expires_on: { ...date('Plate expires on'), group: 'title' },
  lienholder: { ...line('Lienholder', 200), group: 'title' },
  lien_released_on: { ...date('Lien released on'), group: 'title' },
  shown_to_shoppers: { kind: 'flag', label: 'Shown to shoppers', group: 'place' },
  yard_row: { ...line('Row', 20), group: 'place', hint: 'Shoppers see it' },
  place: { ...line('Place in the yard', 200), group: 'place', hint: 'Only staff see it' },
  note: { kind: 'text', label: 'Note', maxLength: 5_000, group: 'place' },
  disposition: {
    kind: 'choice',
    label: 'What became of it',
    choices: {
      here: 'In the yard',
      crushed: 'Crushed',
      sold_whole: 'Sold whole',
      sold_as_hulk: 'Sold as hulk',
    },
    none: 'In the yard',
    group: 'place',
  },
  disposed_on: { ...date('Gone on'), group: 'place' },
  weight_pounds: {
    kind: 'whole',
    label: 'Weight',
    max: 100_000,
    empty: null,
    invalid: 'Weight must be whole pounds, at most 100,000',
    group: 'place',
    hint: 'Pounds on the scale when it left',
  },
  ticket: { ...line('Scale ticket', 40), group: 'place' },
} as const satisfies Record<string, VehicleField>;

/** Name -> text of what became of a car. */
export const dispositions: Readonly<Record<string, string>> = vehicleFields.disposition.choices;

export type VehicleColumn = keyof typeof vehicleFields;

export const vehicleColumns = Object.keys(vehicleFields) as VehicleColumn[];

export function fieldOf(column: VehicleColumn): VehicleField {
  return vehicleFields[column];
}

/** Who forbids that a car is dismantled or sold. */
export const vehicleHolds = { police: 'Police', lien: 'Lien', insurer: 'Insurer' } as const;

export type VehicleHold = keyof typeof vehicleHolds;

/** Facts about the purchase that only some people see. Columns of yard_purchases. */
export const sellerFields = {
  seller_name: line('Seller', 200),
  seller_address: { kind: 'text', label: "Seller's address", maxLength: 500 },
  seller_id: line("Seller's identification", 100),
} as const satisfies Record<string, FieldRules>;

export type SellerColumn = keyof typeof sellerFields;

export const sellerColumns = Object.keys(sellerFields) as SellerColumn[];

/** Names a car: '2010 Honda Civic EX'. */
export function vehicleTitle({
  year,
  make,
  model,
  trim,
}: Partial<Record<'make' | 'model' | 'trim', string | null>> & { year?: number | null }): string {
  return [year, make, model, trim].filter(Boolean).join(' ');
}
