import { data, redirect } from 'react-router';
import { readPartAddress } from '#core/catalog/part-address.ts';
import { FollowParts } from '#core/live/ui/live-store.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { pageTitle, privatePage, publicPage } from '#core/settings/page-meta.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { breadcrumbData } from '#core/settings/store-data.ts';
import { linkPreviewPicture } from '#core/catalog/picture.ts';
import { listAddress } from '#core/values/list-address.ts';
import { carAddress, carTitle } from '#core/yard/public-car.ts';
import { listPartsOfCar, readPublicCar } from '#core/yard/public-cars.server.ts';
import { carData } from './car-data.ts';
import { CarGone } from './car-gone.tsx';
import { carCrumbs, CarView, describeCar } from './car-view.tsx';
import type { Route } from './+types/car.ts';

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const named = readPartAddress(params.address);
  if (!named) throw data(null, { status: 404 });
  const database = context.get(databaseContext).public;
  const found = await readPublicCar(database, named.id);
  // Shoppers must not learn whether it is gone or was never shown.
  if (!found) return data({ view: 'gone' as const }, { status: 404 });
  const address = carAddress(found.car);
  if (url.pathname !== address) throw redirect(address + url.search, 301);
  const query = listAddress(address, {}).read(url.searchParams);
  const { yardRowsOnly } = context.get(settingsContext).limits;
  return {
    view: 'car' as const,
    ...found,
    query,
    parts: yardRowsOnly ? null : await listPartsOfCar(database, found.car.id, query),
  };
}

export function meta({ loaderData, matches: [root] }: Route.MetaArgs) {
  if (loaderData?.view !== 'car') return privatePage(root.loaderData, 'Car not found');
  const { car, pictures, parts, query } = loaderData;
  const title = carTitle(car);
  if (!import.meta.env.SSR) return [pageTitle(root.loaderData, title)];
  const siteUrl = root.loaderData?.siteUrl ?? '';
  return publicPage(root.loaderData, {
    title: `${title} in our yard`,
    description: describeCar(car, parts?.total),
    address: query.after || query.before ? undefined : carAddress(car),
    picture: linkPreviewPicture(pictures[0]?.address ?? null, siteUrl),
    structured: [carData(car, pictures, siteUrl), breadcrumbData(carCrumbs(car), siteUrl)],
  });
}

export default function CarRoute({ loaderData }: Route.ComponentProps) {
  if (loaderData.view === 'gone') return <CarGone />;
  return (
    <>
      {loaderData.parts && <FollowParts ids={loaderData.parts.rows.map(({ id }) => id)} />}
      <CarView key={loaderData.car.id} {...loaderData} />
    </>
  );
}
