import { data } from 'react-router';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { privatePage } from '#core/settings/page-meta.ts';
import { readVehicle } from '#core/yard/read-vehicle.server.ts';
import { WorksheetView } from './worksheet-view.tsx';
import type { Route } from './+types/worksheet.ts';

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const car = isId(id) ? await asStaff(context)((transaction) => readVehicle(transaction, id)) : undefined;
  if (!car) throw data(null, { status: 404 });
  return { car };
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Worksheet');
}

export default function Worksheet({ loaderData: { car } }: Route.ComponentProps) {
  return <WorksheetView car={car} />;
}
