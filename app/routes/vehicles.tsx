import { data } from 'react-router';
import { databaseContext } from '#services';
import { readVehicleList, vehicleListAddress } from '#features/catalog/vehicles/vehicle-list-address.ts';
import {
  VehicleListPage,
  vehicleListCrumbs,
  vehicleListSummary,
  vehicleListTitle,
} from '#features/catalog/vehicles/vehicle-list-page.tsx';
import { listVehicleEntries } from '#features/catalog/vehicles/vehicle-lists.server.ts';
import { pageTitle, privatePage, publicPage } from '#features/seo/page-meta.ts';
import { breadcrumbData } from '#features/seo/store-data.ts';
import type { Route } from './+types/vehicles.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const vehicle = readVehicleList(params);
  const { entries, total } = vehicle
    ? await listVehicleEntries(context.get(databaseContext).public, vehicle)
    : { entries: [], total: 0 };
  // An empty shop has a list of makes.
  if (!vehicle || (entries.length === 0 && vehicle.make !== undefined)) throw data(null, { status: 404 });
  return { vehicle, entries, total };
}

export function meta({ loaderData, matches: [root] }: Route.MetaArgs) {
  if (!loaderData) return privatePage(root.loaderData, 'Page Not Found');
  const { vehicle } = loaderData;
  const title = vehicleListTitle(vehicle);
  if (!import.meta.env.SSR) return [pageTitle(root.loaderData, title)];
  const siteUrl = root.loaderData?.siteUrl ?? '';
  const crumbs = vehicleListCrumbs(vehicle);
  return publicPage(root.loaderData, {
    title,
    description: `${title}, new and used: ${vehicleListSummary(loaderData)}`,
    address: vehicleListAddress(vehicle),
    structured: crumbs.length > 1 ? breadcrumbData(crumbs, siteUrl) : undefined,
  });
}

export default function Vehicles({ loaderData }: Route.ComponentProps) {
  return <VehicleListPage {...loaderData} />;
}
