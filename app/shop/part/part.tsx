import { data, redirect } from 'react-router';
import { FollowParts } from '#core/live/ui/live-store.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { isInStock } from '#core/catalog/part.ts';
import { shippingTerms } from '#core/settings/usable-terms.ts';
import { partAddress, readPartAddress } from '#core/catalog/part-address.ts';
import { shareAddress, toSharedPart } from './share-address.ts';
import { shownPictures } from '#core/catalog/picture.ts';
import { findShippingOffers } from '#core/pricing/offered-shipping.ts';
import { restrictLine } from '#core/pricing/restrict-line.ts';
import { describeTerms } from './terms.ts';
import { factsThatMatter } from '#core/vehicles/vehicle-facts.ts';
import { withTimeLimit } from '#core/values/time-limit.ts';
import { NotifyForm } from './notify-form.tsx';
import { Delivery } from './delivery.tsx';
import { toDelivery } from './delivery.server.ts';
import { PartBuy } from './part-buy.tsx';
import { describeFacts } from './describe-facts.server.ts';
import { describeVehicles } from './describe-vehicles.ts';
import { listOffers, noOffers } from './offers.server.ts';
import { PartGone } from './part-page-gone.tsx';
import { PartOthers } from './part-page-others.tsx';
import { PartPage, partCrumbs } from './part-page.tsx';
import { RecentParts } from '#core/catalog/ui/recent-parts.tsx';
import { listPartVehicles } from '#core/fitment/fits.server.ts';
import { readConditionColors } from '#core/search/condition-colors.server.ts';
import { readPictures } from '#core/catalog/read-pictures.server.ts';
import { readPartAndCar } from '#core/search/read-part.server.ts';
import { findSimilarParts, listPartsForSameVehicle } from './related-parts.server.ts';
import { pageTitle, privatePage, publicPage } from '#core/settings/page-meta.ts';
import { MAX_VEHICLES, partData } from './part-data.ts';
import { shareVersion } from './share-picture.server.ts';
import { partSummary, partTitle } from './part-text.ts';
import { breadcrumbData } from '#core/settings/store-data.ts';
import { RequestPartButton } from '#core/inbox/ui/request-part-button.tsx';
import type { Route } from './+types/part.ts';

const RELATED_TIMEOUT_MS = 1_000;

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const named = readPartAddress(params.address);
  if (!named) throw data(null, { status: 404 });
  const database = context.get(databaseContext).public;
  // A logged failure keeps the page out of the cache.
  const readOrFallback = <T,>(read: Promise<T>, fallback: T) =>
    read.catch((error: unknown) => {
      context.get(requestContext).logError(error);
      return fallback;
    });

  const [{ part, car, readyFrom }, colors] = await Promise.all([
    readPartAndCar(database, named.id),
    readOrFallback(readConditionColors(database), {}),
  ]);
  if (!part) {
    const similar = await readOrFallback(findSimilarParts(database, named.words), []);
    return data({ view: 'gone' as const, words: named.words, similar }, { status: 404 });
  }
  const address = partAddress(part);
  if (url.pathname !== address) throw redirect(address + url.search, 301);
  const stored = context.get(settingsContext);
  const settings = { ...stored, shipping: shippingTerms(stored) };
  const inTime = <T,>(read: Promise<T>, fallback: T) =>
    readOrFallback(withTimeLimit(RELATED_TIMEOUT_MS, read), fallback);
  const [pictures, sameVehicle, offers, vehicles] = await Promise.all([
    readOrFallback(readPictures(database, part), shownPictures(part.imageUrl, [])),
    inTime(listPartsForSameVehicle(database, part), []),
    inTime(listOffers(database, part.id, settings.business), noOffers),
    inTime(listPartVehicles(database, part.id), []),
  ]);
  const shippingOffers = findShippingOffers(
    { ...restrictLine(part, settings.restricted), unitPriceCents: part.priceCents ?? 0 },
    settings.shipping,
  );
  return {
    view: 'part' as const,
    part,
    car,
    readyFrom,
    shareVersion: shareVersion(toSharedPart(part, settings.business.name)),
    facts: describeFacts(part),
    title: partTitle(part),
    summary: partSummary(part),
    conditionColor: part.condition === null ? undefined : colors[part.condition],
    terms: describeTerms(part, settings),
    shippingOffers,
    delivery: toDelivery(settings, shippingOffers),
    sameVehicle,
    offers,
    pictures,
    vehicles: describeVehicles(vehicles),
    needsComparison: factsThatMatter(part.name).length > 0,
    listed: vehicles.filter(({ rule }) => rule === 'listed').slice(0, MAX_VEHICLES),
    colors,
    hasNotifyForm: settings.limits.backInStockMail && !isInStock(part),
  };
}

export function meta({ loaderData, matches: [root] }: Route.MetaArgs) {
  if (loaderData?.view !== 'part') return privatePage(root.loaderData, 'Part not found');
  const { part, pictures, title, summary, shareVersion: version, shippingOffers, listed } = loaderData;
  if (!import.meta.env.SSR) return [pageTitle(root.loaderData, title)];
  const siteUrl = root.loaderData?.siteUrl ?? '';
  return publicPage(root.loaderData, {
    title,
    description: summary,
    address: partAddress(part),
    picture: shareAddress(part, siteUrl, version),
    structured: root.loaderData && [
      partData(part, { site: root.loaderData, pictures, shipping: shippingOffers, vehicles: listed }),
      breadcrumbData(partCrumbs(part), siteUrl),
    ],
  });
}

export default function PartRoute({ loaderData }: Route.ComponentProps) {
  if (loaderData.view === 'gone') {
    return <PartGone {...loaderData} />;
  }
  const { part, car, readyFrom, pictures, facts, vehicles, needsComparison, conditionColor, terms } =
    loaderData;
  const { offers, colors, sameVehicle, hasNotifyForm, delivery } = loaderData;
  return (
    <PartPage
      key={part.id}
      part={part}
      car={car}
      readyFrom={readyFrom}
      pictures={pictures}
      facts={facts}
      vehicles={vehicles}
      needsComparison={needsComparison}
      conditionColor={conditionColor}
      terms={terms}
      actions={
        <div className="grid gap-4">
          <PartBuy part={part} request={<RequestPartButton part={part} variant="primary" />} />
          {hasNotifyForm && <NotifyForm part={part} />}
        </div>
      }
      delivery={<Delivery {...delivery} shipping={terms.shipping} readyFrom={readyFrom} />}
      related={
        <>
          <FollowParts ids={sameVehicle.map(({ id }) => id)} />
          <PartOthers {...{ part, offers, colors, sameVehicle }} />
          <RecentParts key={part.id} current={part.id} className="mt-10" />
        </>
      }
    />
  );
}
