import { normalizeDamage } from './damage.ts';
import type { PartField } from './part-field.ts';
import { normalizeWarranty } from './part-warranty.ts';
import { parseVin } from '#core/vehicles/vin.ts';

/** Code of its own shows these. */
export const audited = {
  fact: false,
  list: null,
  isSearched: false,
  imported: false,
  audited: true,
} as const;

const usedInput = { input: { group: 'used' } } as const;

const usedFact = { ...audited, ...usedInput } as const;

/** Shoppers don't see these. */
const privateFact = { ...usedFact, private: true, property: null, audited: false } as const;

const INVALID_STOCK_NUMBER = 'Letters, digits, spaces, and - . / # only, at most 40';

/** These fields are the facts of a used part (docs/used-parts.md). They are in form order. */
export const usedPartFields = {
  stock_number: {
    label: 'Stock Number',
    short: 'Stock number',
    kind: 'code',
    parse: parseStockNumber,
    invalid: INVALID_STOCK_NUMBER,
    property: 'stockNumber',
    ...usedFact,
    isSearched: true,
    list: 'card',
    input: {
      group: 'used',
      hint: "The number that customers quote, on the part's tag. Each part has its own",
    },
  },
  donor_stock_number: {
    label: "Car's Stock Number",
    kind: 'code',
    parse: parseStockNumber,
    invalid: INVALID_STOCK_NUMBER,
    ...privateFact,
    input: { group: 'used', hint: 'All parts of one car have it. Only staff see it' },
  },
  mileage: {
    label: 'Mileage',
    kind: 'whole',
    max: 9_999_999,
    empty: null,
    invalid: 'Mileage must be a whole number of miles',
    property: 'mileage',
    ...usedFact,
    list: 'card',
  },
  /** Miles without a known source count as unknown. */
  mileage_source: {
    label: 'Mileage From',
    kind: 'choice',
    choices: { cluster: 'Instrument cluster', title: 'Title', auction: 'Auction', unknown: 'Unknown source' },
    none: 'No mileage',
    property: 'mileageSource',
    ...usedFact,
  },
  donor_year: {
    label: 'Donor Year',
    kind: 'whole',
    max: 9999,
    empty: null,
    invalid: 'Donor year must be a whole number of at most four digits',
    property: 'donorYear',
    ...usedFact,
  },
  donor_model: {
    label: 'Donor Make and Model',
    kind: 'line',
    property: 'donorModel',
    ...usedFact,
  },
  donor_trim: { label: 'Donor Trim', kind: 'line', property: 'donorTrim', ...usedFact },
  donor_color: { label: 'Donor Color', kind: 'line', property: 'donorColor', ...usedFact },
  /** Holds the last characters of donor_vin. */
  donor_vin_tail: {
    label: 'Donor VIN',
    kind: 'line',
    property: 'donorVinTail',
    ...audited,
    audited: false,
    input: null,
  },
  donor_vin: {
    label: 'Donor VIN',
    kind: 'code',
    parse: parseVin,
    invalid: 'A VIN has 17 letters and digits, without I, O and Q',
    ...privateFact,
    input: { group: 'used', hint: 'Shoppers see the last four characters; buyers see the full VIN' },
  },
  donor_arrived_on: {
    label: 'Donor Arrived On',
    kind: 'date',
    ...privateFact,
    input: { group: 'used', hint: 'The grade uses it. Only staff see it' },
  },
  safety_check: {
    label: 'Safety Check',
    short: 'Safety check',
    kind: 'choice',
    choices: { undeployed: 'Undeployed', drained: 'Drained' },
    none: 'Not checked',
    property: 'safetyCheck',
    ...usedFact,
    fact: true,
    input: { group: 'used', hint: 'For airbags, pretensioners and fuel tanks' },
  },
  /** Required for airbags. */
  recall_checked_on: {
    label: 'Recalls Checked On',
    short: 'Recalls checked on',
    kind: 'date',
    property: 'recallCheckedOn',
    ...usedFact,
    fact: true,
    input: { group: 'used', hint: 'The day you looked up the donor at nhtsa.gov/recalls' },
  },
  damage_codes: {
    label: 'Damage Codes',
    kind: 'code',
    parse: normalizeDamage,
    invalid:
      'Each code is a place (1 to 9, 0 for all over), a letter, and units, such as 2D1 or 5P.5; 000 for no damage',
    property: 'damageCodes',
    ...usedFact,
    input: { group: 'used', hint: 'Such as 2D1 4S.5, or 000 for none' },
  },
  grade_rule: {
    label: 'Graded By',
    kind: 'choice',
    choices: { mechanical: 'Mileage', body: 'Damage', none: 'Not graded' },
    none: 'Same as its kind',
    property: 'gradeRule',
    ...usedFact,
  },
  /** Computed from the facts (gradePart in grade.ts). */
  grade: {
    label: 'Grade',
    kind: 'choice',
    choices: { A: 'A', B: 'B', C: 'C', X: 'X' },
    none: 'Not graded',
    property: 'grade',
    ...audited,
    list: 'card',
    audited: false,
    input: null,
  },
  grade_lowered_to: {
    label: 'Lower Grade To',
    kind: 'choice',
    choices: { B: 'B', C: 'C' },
    none: 'As computed',
    property: 'gradeLoweredTo',
    ...usedFact,
  },
  grade_reason: {
    label: 'Why Lowered',
    kind: 'line',
    property: 'gradeReason',
    ...usedFact,
  },
  tested_how: {
    label: 'Tested How',
    kind: 'line',
    property: 'testedHow',
    ...usedFact,
    input: { group: 'used', placeholder: 'Run tested, compression 180 psi' },
  },
  tested_by: {
    label: 'Tested By',
    kind: 'line',
    ...privateFact,
    input: { group: 'used', hint: 'Only staff see it' },
  },
  /** Null means the shop's terms. */
  warranty: {
    label: 'Own Warranty',
    kind: 'code',
    parse: normalizeWarranty,
    invalid: 'A warranty is days or months, such as 90 days or 6 months',
    property: 'warranty',
    ...usedFact,
    input: { group: 'used', placeholder: '90 days', hint: "Leave empty for the shop's terms" },
  },
  yard_place: {
    label: 'Place in the Yard',
    kind: 'line',
    ...privateFact,
    input: { group: 'used', hint: 'Only staff see it' },
  },
  /** Null means on the shelf. */
  yard_state: {
    label: 'Where It Is',
    kind: 'choice',
    choices: { on_car: 'On the car', pulled: 'Pulled, not inspected yet' },
    none: 'On the shelf',
    ...privateFact,
    input: { group: 'used', hint: 'Only staff see it' },
  },
  /** Dollars per unit. */
  cost_price: {
    label: 'Cost Price',
    kind: 'dollars',
    keepsZero: true,
    ...privateFact,
    input: { group: 'used', hint: 'Only staff see it' },
  },
} as const satisfies Record<string, PartField>;

/** Returns undefined for a text that is no stock number. */
export function parseStockNumber(text: string): string | undefined {
  return /^(?=.*[a-z\d])[\w .#/-]{1,40}$/i.test(text) ? text : undefined;
}
