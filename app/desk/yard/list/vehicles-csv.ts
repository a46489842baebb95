import { asStaff } from '#core/accounts/only-staff.server.ts';
import { csvResponse } from '#core/platform/csv-response.server.ts';
import { exportVehicles } from '#core/yard/export-vehicles.server.ts';
import { vehiclesList } from '#core/yard/vehicles-list.ts';
import type { Route } from './+types/vehicles-csv.ts';

export function loader({ request, context }: Route.LoaderArgs) {
  const query = vehiclesList.read(new URL(request.url).searchParams);
  return csvResponse(exportVehicles(asStaff(context), query), { name: 'cars.csv' });
}
