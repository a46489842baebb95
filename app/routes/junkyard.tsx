import { data, isRouteErrorResponse, redirect, useLocation } from 'react-router';
import { changesContext } from '#services/changes.server.ts';
import { databaseContext } from '#services/database.server.ts';
import { requestContext } from '#services/request.server.ts';
import { settingsContext } from '#settings';
import { listActive } from '#domain/active-filters.ts';
import { type CardPart, toCardPart } from '#domain/card-part.ts';
import { foldFacets, isFoldable } from '#domain/folded-facets.ts';
import { keepOwnWarranties } from '#domain/part-terms.ts';
import { listRestrictedWords } from '#domain/restricted/restricted-words.ts';
import { isPricedAsSpecified } from '#features/cart/cart-terms.server.ts';
import { DirectPayButtons } from '#features/cart/direct-pay-buttons.tsx';
import { junkyardCanonical } from '#features/catalog/results/canonical.ts';
import { readFilterOptions } from '#features/catalog/junkyard/filter-options.server.ts';
import { junkyardAddress, MAX_QUERY_LENGTH } from '#features/catalog/junkyard/junkyard-address.ts';
import { junkyardTitle, readSearch } from '#features/catalog/junkyard/read-search.ts';
import { JunkyardFrame } from '#features/catalog/junkyard/junkyard-frame.tsx';
import { readJunkyardList } from '#features/catalog/junkyard/junkyard-list.server.ts';
import { JunkyardFailed, type JunkyardFailure } from '#features/catalog/junkyard/junkyard-failed.tsx';
import { JunkyardView } from '#features/catalog/junkyard/junkyard-view.tsx';
import {
  type ConditionColors,
  readConditionColors,
} from '#features/catalog/search/condition-colors.server.ts';
import { withOwnModel } from '#features/catalog/junkyard/own-model.server.ts';
import { pageTitle, privatePage, publicPage } from '#features/seo/page-meta.ts';
import { listSummary } from '#features/seo/list-text.ts';
import type { Route } from './+types/junkyard.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext).public;
  const { id, logError, noteIncomplete } = context.get(requestContext);
  const parameters = new URL(request.url).searchParams;
  const search = readSearch(parameters);
  const own = await withOwnModel(database, search).catch(() => search);
  if (own !== search) throw redirect(junkyardAddress(own));
  const asOf = context.get(changesContext).newest;
  // Spec §8: only logged.
  const colors = readConditionColors(database).catch((error: unknown): ConditionColors => {
    logError(error);
    return {};
  });
  const [list, options] = await Promise.all([
    readJunkyardList(database, search, { cursor: parameters.get('after'), logError, noteIncomplete }),
    readFilterOptions(database, colors),
  ]).catch((error: unknown) => {
    logError(error);
    throw data({ requestId: id } satisfies JunkyardFailure, { status: 500 });
  });
  if (typeof list === 'string') throw data({ refusal: list } satisfies JunkyardFailure, { status: 400 });
  const settings = context.get(settingsContext);
  const unfolded = parameters.getAll('all').filter(isFoldable);
  const restrictedWords = listRestrictedWords(settings.restricted);
  return {
    search,
    title: junkyardTitle(search),
    active: listActive(search, junkyardAddress),
    list: {
      ...list,
      parts: keepOwnWarranties(list.parts, settings.business).map((part) =>
        toCardPart(part, restrictedWords),
      ),
      facets: list.facets && foldFacets(list.facets, search, unfolded),
      asOf,
    },
    unfolded,
    options,
    conditionColors: await colors,
    buyNowHint: isPricedAsSpecified(settings)
      ? 'Buy Now pays for that one part right away.'
      : 'Buy Now adds the part and opens your cart.',
  };
}

export function meta({ loaderData, matches: [root] }: Route.MetaArgs) {
  if (!loaderData) return privatePage(root.loaderData, 'Junkyard');
  const { search, title, list } = loaderData;
  if (!import.meta.env.SSR) return [pageTitle(root.loaderData, title)];
  return publicPage(root.loaderData, {
    title,
    description: `New and used auto parts to search by name, make, model or OEM number. ${listSummary(list.parts)}`,
    address: junkyardCanonical(search, list),
  });
}

export default function Junkyard({ loaderData }: Route.ComponentProps) {
  return <JunkyardView {...loaderData} actions={buyButtons} />;
}

function buyButtons(part: CardPart) {
  return <DirectPayButtons part={part} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const failure = isRouteErrorResponse(error) ? ((error.data ?? {}) as JunkyardFailure) : {};
  const typed = new URLSearchParams(useLocation().search).get('q') ?? '';
  const query = failure.refusal === 'search too long' ? '' : typed;
  return (
    <JunkyardFrame query={query}>
      <JunkyardFailed {...failure} maxLength={MAX_QUERY_LENGTH} />
    </JunkyardFrame>
  );
}
