import { asStaff, getStaff } from '#core/accounts/only-staff.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import { listVehicles } from '#core/yard/list-vehicles.server.ts';
import { maySeePurchases } from '#core/yard/read-vehicle.server.ts';
import { vehiclesList } from '#core/yard/vehicles-list.ts';
import { VehiclesView } from './vehicles-view.tsx';
import type { Route } from './+types/vehicles.ts';

export const meta = panelPage('Cars');

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = vehiclesList.read(new URL(request.url).searchParams);
  return asStaff(context)(async (transaction) => ({
    query,
    list: await listVehicles(transaction, query),
    isAdmin: getStaff(context).role === 'admin',
    mayReport: await maySeePurchases(transaction),
  }));
}

export default function AdminVehicles({ loaderData }: Route.ComponentProps) {
  return <VehiclesView {...loaderData} />;
}
