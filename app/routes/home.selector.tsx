import { HomeView } from '#features/catalog/results/home-view.tsx';
import { RecentParts } from '#features/catalog/recent/recent-parts.tsx';
import { vehicleListAddress } from '#features/catalog/vehicles/vehicle-list-address.ts';
import { VinEntry } from '#features/garage/vin-entry.tsx';
import type { HomeData } from './home.tsx';

export default function HomeSelector(data: Extract<HomeData, { view: 'selector' }>) {
  const { choices, lists, shopfront, hours } = data;
  return (
    <HomeView
      selector={{ choices, lists }}
      {...shopfront}
      hours={hours}
      vin={<VinEntry partsAddress={vehicleListAddress} />}
      recent={<RecentParts />}
    />
  );
}
