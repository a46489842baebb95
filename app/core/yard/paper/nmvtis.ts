import type { FieldRules } from '#core/catalog/part-field.ts';
import type { ReportPeriod } from '#core/pricing/tax-report.ts';
import { daysAfter } from './paper.ts';

const line = (label: string, maxLength: number) => ({ kind: 'line', label, maxLength }) as const;

/** The yard as it reports its cars. Columns of nmvtis_entity. */
export const entityFields = {
  nmvtis_id: line('NMVTIS ID', 40),
  pin: line('PIN', 40),
  name: line('Name', 100),
  street: line('Street', 100),
  city: line('City', 100),
  state: {
    kind: 'code',
    label: 'State',
    parse: (text: string) => (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : undefined),
    invalid: 'Two letters, such as CA',
  },
  zip: {
    kind: 'code',
    label: 'ZIP+4',
    parse: (text: string) => {
      const [, zip, plus4] = /^(\d{5})[- ]?(\d{4})$/.exec(text) ?? [];
      return zip === undefined ? undefined : `${zip}-${plus4}`;
    },
    invalid: 'Nine digits, such as 92101-1234',
  },
  contact_phone: line('Phone', 40),
  contact_email: line('Email', 254),
} as const satisfies Record<string, FieldRules>;

export type EntityColumn = keyof typeof entityFields;

export const entityColumns = Object.keys(entityFields) as EntityColumn[];

export type Entity = Record<EntityColumn, string | null>;

/** 28 CFR 25.56 wants a contact: the phone is enough. */
const optional: EntityColumn = 'contact_email';

/** Lists the labels of what the yard has not entered yet. */
export function findMissingEntityFacts(entity: Entity): string[] {
  return entityColumns
    .filter((column) => entity[column] === null && column !== optional)
    .map((column) => entityFields[column].label);
}

/** Returns the month before that of a day. */
export function lastMonth(today: string): ReportPeriod {
  const to = daysAfter(`${today.slice(0, 8)}01`, -1);
  return { from: `${to.slice(0, 8)}01`, to };
}

/** A car to report. Days are texts such as '2026-11-30'. */
export interface NmvtisCar {
  id: string;
  stockNumber: string;
  vin: string | null;
  year: number | null;
  make: string | null;
  model: string | null;
  odometer: number | null;
  obtainedOn: string | null;
  obtainedFrom: string | null;
  disposition: string;
  transferredTo: string | null;
  isForExport: boolean;
  /** True if the car was reported, and what became of it has changed since. */
  isLater: boolean;
}

/** Lists what a report of the car lacks. */
export function findMissingFacts(car: NmvtisCar): string[] {
  const needed: [string, unknown][] = [
    ['VIN', car.vin],
    ['Year', car.year],
    ['Make', car.make],
    ['Model', car.model],
    [MILEAGE, car.odometer],
    ['In possession since', car.obtainedOn],
    ['Seller', car.obtainedFrom],
    ['Transferred to', car.disposition === 'here' ? '' : car.transferredTo],
  ];
  return needed.filter(([, value]) => value === null).map(([name]) => name);
}

const MILEAGE = 'Mileage';

/** Tells whether a car can be reported. A report without the mileage is complete: 28 CFR 25.56 does not ask for it. */
export function canBeReported(car: NmvtisCar): boolean {
  return findMissingFacts(car).every((name) => name === MILEAGE);
}

/** The words of consolidators for what became of a car. A car that is kept for its parts is scrap. */
const dispositionTexts: Readonly<Record<string, string>> = {
  here: 'SCRAP',
  crushed: 'CRUSHED',
  sold_as_hulk: 'CRUSHED',
  sold_whole: 'SOLD',
};

const columns: readonly [string, (car: NmvtisCar, entity: Entity) => string | number | null][] = [
  ['REFERENCE ID', ({ stockNumber }) => stockNumber],
  ['NMVTIS ID', (_, { nmvtis_id: id }) => id],
  ['PIN', (_, { pin }) => pin],
  ['REPORTING ENTITY NAME', (_, { name }) => name],
  ['IS AN INSURANCE ENTITY', () => 'NO'],
  ['REPORTING ENTITY ADDR', (_, { street }) => street],
  ['REPORTING ENTITY CITY', (_, { city }) => city],
  ['REPORTING ENTITY ST', (_, { state }) => state],
  ['REPORTING ENTITY ZIP', (_, { zip }) => zip],
  ['REPORTING ENTITY PHONE', (_, { contact_phone: phone }) => phone?.replaceAll(/\D/g, '') ?? null],
  ['REPORTING ENTITY EMAIL', (_, { contact_email: email }) => email],
  ['VIN', ({ vin }) => vin],
  ['VEHICLE MODEL YEAR', ({ year }) => year],
  ['VEHICLE MAKE', ({ make }) => make],
  ['VEHICLE MODEL NAME', ({ model }) => model],
  ['MILEAGE', ({ odometer }) => odometer],
  ['VEHICLE SALVAGE OBTAIN DATE', ({ obtainedOn }) => obtainedOn],
  ['OBTAINED FROM', ({ obtainedFrom }) => obtainedFrom],
  ['VEHICLE DISPOSITION TEXT', ({ disposition }) => dispositionTexts[disposition] ?? ''],
  ['TRANSFERRED TO', ({ transferredTo }) => transferredTo],
  ['INTENDED FOR EXPORT', ({ isForExport }) => (isForExport ? 'YES' : 'NO')],
];

/** Writes the file for a consolidator. It has the cars that can be reported. */
export function writeNmvtisFile(cars: readonly NmvtisCar[], entity: Entity): string {
  const lines = cars
    .filter(canBeReported)
    .map((car) => formatLine(columns.map(([, read]) => String(read(car, entity) ?? ''))));
  return [formatLine(columns.map(([name]) => name)), ...lines].join('');
}

/** Formats a line of RFC 4180. A program reads it, which would take an apostrophe before a formula as part of the text. */
function formatLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(',')}\r\n`;
}
