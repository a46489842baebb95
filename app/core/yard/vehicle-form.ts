import { readFieldValue } from '#core/catalog/part-form.ts';
import type { FieldRules } from '#core/catalog/part-field.ts';
import type { FieldValue } from '#core/values/merge-fields.ts';
import {
  fieldOf,
  sellerColumns,
  sellerFields,
  type VehicleColumn,
  vehicleColumns,
  type VehicleHold,
  vehicleHolds,
} from './vehicle-fields.ts';

export type VehicleValues = Record<VehicleColumn, FieldValue> & { holds: VehicleHold[] };

export type ReadVehicle =
  | { vehicle: VehicleValues; seller: Record<string, FieldValue> }
  | { errors: Record<string, string> };

/** Reads the form of a car. Missing fields are empty. `seller` has the fields that were sent. */
export function readVehicleForm(form: Readonly<Record<string, unknown>>): ReadVehicle {
  const errors: Record<string, string> = {};
  const read = (column: string, rules: FieldRules): FieldValue => {
    const result = readFieldValue(rules, form[column] ?? '');
    if ('value' in result) return result.value;
    errors[column] = result.error;
    return null;
  };
  const values = Object.fromEntries(
    vehicleColumns.map((column) => [column, read(column, fieldOf(column))]),
  ) as Record<VehicleColumn, FieldValue>;
  const seller = Object.fromEntries(
    sellerColumns
      .filter((column) => form[column] !== undefined)
      .map((column) => [column, read(column, sellerFields[column])]),
  );
  const holds = (Object.keys(vehicleHolds) as VehicleHold[]).filter((hold) => form[`hold-${hold}`] === 'on');
  const vehicle: VehicleValues = { ...values, disposition: values.disposition ?? 'here', holds };
  for (const [column, problem] of Object.entries(findProblems(vehicle))) errors[column] ??= problem;
  return Object.keys(errors).length > 0 ? { errors } : { vehicle, seller };
}

/** Finds facts of a car that can't all be true. */
function findProblems(vehicle: VehicleValues): Partial<Record<VehicleColumn, string>> {
  const { vin, odometer, disposition } = vehicle;
  const problems: Partial<Record<VehicleColumn, string>> = {};
  if (vehicle.stock_number === null) problems.stock_number = 'Please enter the stock number';
  if (vin === null && vehicle.no_vin_reason === null)
    problems.vin = 'Please enter the VIN, or why the car has none';
  if (vin !== null && vehicle.no_vin_reason !== null)
    problems.no_vin_reason = 'The car has a VIN, so leave this empty';
  if (vin === null && (vehicle.make === null || vehicle.model === null))
    problems.make = 'Please enter make and model of a car without a VIN';
  if (typeof vehicle.year === 'number' && vehicle.year < 1900) problems.year = 'Year must have four digits';
  if (odometer !== null && vehicle.odometer_source === null)
    problems.odometer_source = 'Please choose where it was read';
  if (odometer === null && vehicle.odometer_source !== null)
    problems.odometer = 'Please enter the mileage, or choose No mileage';
  if (isBefore(vehicle.possession_on, vehicle.bought_on))
    problems.possession_on = 'This is before the day on which it was bought';
  if (disposition !== 'here' && vehicle.disposed_on === null)
    problems.disposed_on = 'Please enter the day on which it left';
  if (disposition === 'here' && vehicle.disposed_on !== null)
    problems.disposed_on = 'The car is in the yard, so leave this empty';
  if (isBefore(vehicle.disposed_on, vehicle.possession_on ?? vehicle.bought_on))
    problems.disposed_on = 'This is before the day on which it came in';
  if (disposition !== 'here' && vehicle.holds.length > 0)
    problems.disposition = 'The car is on hold. Remove the hold first';
  return problems;
}

/** Days are texts such as '2026-11-30', which compare as days. */
function isBefore(day: FieldValue, other: FieldValue): boolean {
  return typeof day === 'string' && typeof other === 'string' && day < other;
}

const costRules = {
  direction: {
    kind: 'choice',
    label: 'Paid or received',
    choices: { paid: 'Paid', received: 'Received' },
    none: 'Paid',
  },
  paid_on: { kind: 'date', label: 'On' },
  payee: { kind: 'line', label: 'Paid to or by', required: 'Please enter who was paid, or who paid' },
  what: { kind: 'line', label: 'For', required: 'Please enter what it was for' },
  amount: { kind: 'dollars', label: 'Amount' },
} as const satisfies Record<string, FieldRules>;

export const costFields = costRules;

export type CostColumn = keyof typeof costRules;

/** Reads the form of a cost, or of money that was received for a car. */
export function readCostForm(
  form: Readonly<Record<string, unknown>>,
): { cost: Record<CostColumn, string> } | { errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const cost = Object.fromEntries(
    (Object.keys(costRules) as CostColumn[]).map((column) => {
      const result = readFieldValue(costRules[column], form[column] ?? '');
      if ('error' in result) errors[column] = result.error;
      else if (result.value === null && column === 'direction') return [column, 'paid'];
      else if (result.value === null)
        errors[column] = column === 'amount' ? 'Please enter the amount' : 'Please enter a date';
      return [column, 'value' in result ? result.value : null];
    }),
  );
  if (Object.keys(errors).length > 0) return { errors };
  return { cost: cost as Record<CostColumn, string> };
}
