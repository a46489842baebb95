import { formColumns, type PartColumns, partFields } from '#core/catalog/part-fields.ts';
import { writeFitments } from '#core/catalog/fitment-list.ts';
import type { FieldValue } from '#core/values/merge-fields.ts';
import type { VehicleColumn } from './vehicle-fields.ts';

type Template = PartColumns & { fitments: string };

/** Returns how a new part's form begins that was taken off a car: with the car's facts, and one unit in stock. */
export function partOfCar(car: Record<VehicleColumn, FieldValue>): Template {
  const text = (column: VehicleColumn) => (car[column] === null ? null : String(car[column]));
  const names = [text('make'), text('model')].filter((name) => name !== null);
  const year = car.year === null ? null : Number(car.year);
  const known: Partial<PartColumns> = {
    vehicle_make: text('make') ?? '',
    vehicle_model: text('model') ?? '',
    vehicle_year: year,
    vehicle_engine: text('engine'),
    origin: 'used',
    stock_quantity: 1,
    donor_stock_number: text('stock_number'),
    donor_vin: text('vin'),
    donor_year: year,
    donor_model: names.length === 0 ? null : names.join(' '),
    donor_trim: text('trim'),
    donor_color: text('color'),
    donor_arrived_on: text('possession_on'),
    mileage: car.odometer === null ? null : Number(car.odometer),
    mileage_source: text('odometer_source'),
  };
  const columns = formColumns.map((column) => [
    column,
    known[column] ?? (partFields[column].kind === 'flag' ? false : null),
  ]);
  return { ...(Object.fromEntries(columns) as PartColumns), fitments: writeFitments([]) };
}
