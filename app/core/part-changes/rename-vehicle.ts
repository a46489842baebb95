import { writeFitments } from '#core/catalog/fitment-list.ts';
import type { Fitment } from '#core/catalog/fitment.ts';

/** A new name of a make, or of one of its models (`model`). */
export interface VehicleRename {
  make: string;
  model?: string;
  to: string;
}

interface RenamedPart {
  vehicle_make: string | null;
  vehicle_model: string | null;
  /** Listed vehicles in the form of writeFitments. */
  fitments: string;
}

/** Returns the columns of a part that a rename changes. Joins rows of its list that become the same. */
export function renameVehicleOf(part: RenamedPart, rename: VehicleRename): Partial<RenamedPart> {
  const { make, model, to } = rename;
  const isOwn = part.vehicle_make === make && (model === undefined || part.vehicle_model === model);
  const listed = JSON.parse(part.fitments) as Fitment[];
  const fitments = writeFitments(
    listed.map((row) => {
      if (row.make !== make || (model !== undefined && row.model !== model)) return row;
      const renamed = model === undefined ? { make: to } : { model: to };
      return Object.assign({}, row, renamed);
    }),
  );
  return {
    ...(isOwn && (model === undefined ? { vehicle_make: to } : { vehicle_model: to })),
    ...(fitments !== part.fitments && { fitments }),
  };
}
