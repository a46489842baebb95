import type { FieldValue } from '#core/values/merge-fields.ts';
import type { VehicleColumn } from '../vehicle-fields.ts';
import { formatDay } from './paper.ts';

export interface WorksheetField {
  /** Number on the report, the upper part of the form REG 42. */
  report: number;
  /** Number on the notice of acquisition, its lower part. Null: the notice does not have it. */
  notice: number | null;
  label: string;
  /** Empty: it is filled in by hand. */
  value: string;
}

/** The facts of a car that the worksheet needs. */
export interface WorksheetFacts {
  values: Partial<Record<VehicleColumn, FieldValue>>;
  /** Null for people who may not see purchases. */
  seller: { seller_name: string | null; seller_address: string | null } | null;
}

/** Lists the fields of the form REG 42 in the order of DMV's Dismantler's Handbook 3.040 (docs/yard-law.md). */
export function listWorksheetFields({ values, seller }: WorksheetFacts): WorksheetField[] {
  const of = (column: VehicleColumn) => String(values[column] ?? '');
  const dayOf = (column: VehicleColumn) => (values[column] ? formatDay(of(column)) : '');
  const sellerText = [seller?.seller_name, seller?.seller_address].filter(Boolean).join('\n');
  const fields: [report: number, notice: number | null, label: string, value: string][] = [
    [1, 27, 'Expiration date of the last registration', dayOf('plate_expires_on')],
    [2, 26, 'State in which the vehicle was last registered', of('plate_state')],
    [3, 25, 'License plate number on the vehicle', of('plate')],
    [4, 21, 'Vehicle identification number (VIN)', of('vin')],
    [5, 22, 'Engine number (motorcycles)', ''],
    [6, null, 'DMV use only', ''],
    [7, 23, 'Make of the vehicle', of('make')],
    [8, null, 'Body type of the vehicle', of('body')],
    [9, 24, 'Year model of the vehicle', of('year')],
    [10, null, 'Date vehicle was purchased by the dismantler', dayOf('bought_on')],
    [11, 28, 'Date the dismantler took possession of the vehicle', dayOf('possession_on')],
    [12, 29, 'Name and address of the person from whom it was purchased', sellerText],
    [13, null, 'Items being submitted', ''],
    [14, null, 'Condition of the vehicle', of('damage')],
    [15, null, 'Disposition of the license plates', ''],
  ];
  return fields.map(([report, notice, label, value]) => ({ report, notice, label, value }));
}
