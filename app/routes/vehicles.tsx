import { data } from 'react-router';
import { databaseContext } from '#services';
import { shop } from '#domain/shop.ts';
import { readVehicleList } from '#features/catalog/vehicle-list-address.ts';
import { VehicleListPage, vehicleListTitle } from '#features/catalog/vehicle-list-page.tsx';
import { listVehicle } from '#features/catalog/vehicle-lists.server.ts';
import type { Route } from './+types/vehicles.ts';

/** /parts and, a step further each, its makes, their models and years. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const vehicle = readVehicleList(params);
  const entries = vehicle ? await listVehicle(context.get(databaseContext).public, vehicle) : [];
  // A shop that is still empty has a list of makes all the same.
  if (!vehicle || (entries.length === 0 && vehicle.make !== undefined)) throw data(null, { status: 404 });
  return { vehicle, entries };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${loaderData ? vehicleListTitle(loaderData.vehicle) : 'Page Not Found'} | ${shop.name}` },
  ];
}

export default function Vehicles({ loaderData }: Route.ComponentProps) {
  return <VehicleListPage {...loaderData} />;
}
