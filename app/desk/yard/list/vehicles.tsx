import { asStaff } from '#core/accounts/only-staff.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import { listVehicles } from '#core/yard/list-vehicles.server.ts';
import { vehiclesList } from '#core/yard/vehicles-list.ts';
import { VehiclesView } from './vehicles-view.tsx';
import type { Route } from './+types/vehicles.ts';

export const meta = panelPage('Cars');

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = vehiclesList.read(new URL(request.url).searchParams);
  return { query, list: await asStaff(context)((transaction) => listVehicles(transaction, query)) };
}

export default function AdminVehicles({ loaderData }: Route.ComponentProps) {
  return <VehiclesView {...loaderData} />;
}
