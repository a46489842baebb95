import { data, redirect } from 'react-router';
import { FollowParts } from '#live';
import { databaseContext } from '#services/database.server.ts';
import { requestContext } from '#services/request.server.ts';
import { settingsContext } from '#settings';
import { isInStock } from '#domain/part.ts';
import { shippingTerms } from '#domain/pricing/usable-terms.ts';
import { partAddress, readPartAddress } from '#domain/part-address.ts';
import { shareAddress, toSharedPart } from '#domain/share-address.ts';
import { shownPictures } from '#domain/picture.ts';
import { findShippingOffers } from '#domain/pricing/offered-shipping.ts';
import { restrictLine } from '#domain/restricted/restrict-line.ts';
import { describeTerms } from '#domain/terms.ts';
import { factsThatMatter } from '#domain/vehicle-facts.ts';
import { withTimeLimit } from '#domain/time-limit.ts';
import { NotifyForm } from '#features/back-in-stock/notify-form.tsx';
import { Delivery } from '#features/cart/delivery.tsx';
import { toDelivery } from '#features/cart/delivery.server.ts';
import { PartBuy } from '#features/cart/part-buy.tsx';
import { describeFacts } from '#features/catalog/part/describe-facts.server.ts';
import { describeVehicles } from '#features/catalog/part/describe-vehicles.ts';
import { listOffers } from '#features/catalog/part/offers.server.ts';
import { PartGone } from '#features/catalog/part/part-page-gone.tsx';
import { PartOthers } from '#features/catalog/part/part-page-others.tsx';
import { PartPage, partCrumbs } from '#features/catalog/part/part-page.tsx';
import { RecentParts } from '#features/catalog/recent/recent-parts.tsx';
import { listPartVehicles } from '#features/catalog/fitment/fits.server.ts';
import { readConditionColors } from '#features/catalog/search/condition-colors.server.ts';
import { readPictures } from '#features/catalog/part/read-pictures.server.ts';
import { readPart } from '#features/catalog/part/read-part.server.ts';
import { findSimilarParts, listPartsForSameVehicle } from '#features/catalog/part/related-parts.server.ts';
import { pageTitle, privatePage, publicPage } from '#features/seo/page-meta.ts';
import { MAX_VEHICLES, partData } from '#features/seo/part-data.ts';
import { shareVersion } from '#features/seo/share-picture.server.ts';
import { partSummary, partTitle } from '#features/seo/part-text.ts';
import { breadcrumbData } from '#features/seo/store-data.ts';
import { RequestPartButton } from '#features/requests/request-part-button.tsx';
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

  const [part, colors] = await Promise.all([
    readPart(database, named.id),
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
    inTime(listOffers(database, part.id, settings.business), { offers: [], total: 0 }),
    inTime(listPartVehicles(database, part.id), []),
  ]);
  const shippingOffers = findShippingOffers(
    { ...restrictLine(part, settings.restricted), unitPriceCents: part.priceCents ?? 0 },
    settings.shipping,
  );
  return {
    view: 'part' as const,
    part,
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
  if (loaderData?.view !== 'part') return privatePage(root.loaderData, 'Part Not Found');
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
  const { part, pictures, facts, vehicles, needsComparison, conditionColor, terms } = loaderData;
  const { offers, colors, sameVehicle, hasNotifyForm, delivery } = loaderData;
  return (
    <PartPage
      key={part.id}
      part={part}
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
      delivery={<Delivery {...delivery} />}
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
