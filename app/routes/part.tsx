import { data, redirect } from 'react-router';
import { databaseContext, requestContext } from '#services';
import { settingsContext } from '#settings';
import { partAddress, readPartAddress, vehicleName } from '#domain/part-address.ts';
import { linkPreviewPicture } from '#domain/picture.ts';
import { findShippingOffers } from '#domain/pricing/offered-shipping.ts';
import { describeTerms } from '#domain/terms.ts';
import { withTimeLimit } from '#domain/time-limit.ts';
import { BuyButtons } from '#features/cart/buy-buttons.tsx';
import { describeFacts } from '#features/catalog/part/describe-facts.server.ts';
import { PartGone } from '#features/catalog/part/part-page-gone.tsx';
import { RelatedParts, SameNumberVehicles } from '#features/catalog/part/part-page-related.tsx';
import { PartPage, partCrumbs } from '#features/catalog/part/part-page.tsx';
import { RecentParts } from '#features/catalog/recent/recent-parts.tsx';
import { readConditionColors } from '#features/catalog/search/condition-colors.server.ts';
import { readPart } from '#features/catalog/part/read-part.server.ts';
import {
  listPartsForSameVehicle,
  listPartsWithSameNumber,
  findSimilarParts,
} from '#features/catalog/part/related-parts.server.ts';
import { pageTitle, privatePage, publicPage } from '#features/seo/page-meta.ts';
import { partData } from '#features/seo/part-data.ts';
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
  const [sameVehicle, sameNumber] = await Promise.all([
    readOrFallback(withTimeLimit(RELATED_TIMEOUT_MS, listPartsForSameVehicle(database, part)), []),
    readOrFallback(withTimeLimit(RELATED_TIMEOUT_MS, listPartsWithSameNumber(database, part)), []),
  ]);
  const settings = context.get(settingsContext);
  return {
    view: 'part' as const,
    part,
    facts: describeFacts(part),
    title: partTitle(part),
    summary: partSummary(part),
    conditionColor: part.condition === null ? undefined : colors[part.condition],
    terms: describeTerms(part, settings),
    shippingOffers: findShippingOffers({ ...part, unitPriceCents: part.priceCents ?? 0 }, settings.shipping),
    sameVehicle,
    sameNumber,
  };
}

export function meta({ loaderData, matches: [root] }: Route.MetaArgs) {
  if (loaderData?.view !== 'part') return privatePage(root.loaderData, 'Part Not Found');
  const { part, title, summary, shippingOffers } = loaderData;
  if (!import.meta.env.SSR) return [pageTitle(root.loaderData, title)];
  const siteUrl = root.loaderData?.siteUrl ?? '';
  return publicPage(root.loaderData, {
    title,
    description: summary,
    address: partAddress(part),
    picture: linkPreviewPicture(part.imageUrl, siteUrl),
    structured: root.loaderData && [
      partData(part, root.loaderData, shippingOffers),
      breadcrumbData(partCrumbs(part), siteUrl),
    ],
  });
}

export default function PartRoute({ loaderData }: Route.ComponentProps) {
  if (loaderData.view === 'gone') return <PartGone {...loaderData} />;
  const { part, facts, conditionColor, terms, sameVehicle, sameNumber } = loaderData;
  return (
    <PartPage
      key={part.id}
      part={part}
      facts={facts}
      conditionColor={conditionColor}
      terms={terms}
      actions={<BuyButtons part={part} request={<RequestPartButton part={part} />} />}
      related={
        <>
          <RelatedParts title={`Other parts for your ${vehicleName(part)}`} parts={sameVehicle} />
          <SameNumberVehicles parts={sameNumber} />
          <RecentParts key={part.id} current={part.id} className="mt-10" />
        </>
      }
    />
  );
}
