import { z } from 'zod';
import { fieldOf, vehicleColumns, type VehicleHold, vehicleHolds } from '#core/yard/vehicle-fields.ts';
import { shown } from './part-schemas.ts';

export const vehicleSchema = z.strictObject({
  id: z.uuid(),
  created_at: z.iso.datetime({ offset: true }).meta({ description: 'When the car was taken in.' }),
  updated_at: z.iso.datetime({ offset: true }),
  ...Object.fromEntries(
    vehicleColumns.map((column) => [column, shown(fieldOf(column)).meta({ title: fieldOf(column).label })]),
  ),
  holds: z
    .array(z.enum(Object.keys(vehicleHolds) as VehicleHold[]))
    .meta({ description: 'Who forbids that the car leaves.' }),
});
