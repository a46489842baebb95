import { data, redirect } from 'react-router';
import { databaseContext } from '#core/platform/database.server.ts';
import { readVehicleList, vehicleListAddress } from '#core/search/vehicle-list-address.ts';
import {
  VehicleListPage,
  vehicleListCrumbs,
  vehicleListSummary,
  vehicleListTitle,
} from './vehicle-list-page.tsx';
import { findListedVehicle, listVehicleEntries } from '#core/search/vehicle-lists.server.ts';
import { pageTitle, privatePage, publicPage } from '#core/settings/page-meta.ts';
import { breadcrumbData } from '#core/settings/store-data.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/vehicles.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const vehicle = readVehicleList(params);
  if (!vehicle) throw data(null, { status: 404 });
  const database = context.get(databaseContext).public;
  const { entries, total } = await listVehicleEntries(
    database,
    vehicle,
    context.get(settingsContext).fitment,
  );
  // An empty shop has a list of makes.
  if (entries.length === 0 && vehicle.make !== undefined) {
    const listed = await findListedVehicle(database, vehicle);
    const address = listed && vehicleListAddress(listed);
    if (!address || address === vehicleListAddress(vehicle)) throw data(null, { status: 404 });
    throw redirect(address, 301);
  }
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
