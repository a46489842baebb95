import { data, isRouteErrorResponse, redirect, useLocation } from 'react-router';
import { changesContext } from '#core/live/changes.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { listActive } from '../active-filters.ts';
import type { CardPart } from '#core/catalog/card-part.ts';
import { foldFacets, isFoldable } from '../folded-facets.ts';
import { hasDefaultPricing } from '#core/carts/cart-terms.server.ts';
import { DirectPayButtons } from './direct-pay-buttons.tsx';
import { junkyardCanonical } from '../canonical.ts';
import { readFilterOptions } from '#core/search/filter-options.server.ts';
import { junkyardAddress, MAX_QUERY_LENGTH } from '#core/search/junkyard-address.ts';
import { junkyardTitle, readSearch } from './read-search.ts';
import { JunkyardFrame } from './junkyard-frame.tsx';
import { readJunkyardList } from './junkyard-list.server.ts';
import { JunkyardFailed, type JunkyardFailure } from './junkyard-failed.tsx';
import { JunkyardView } from './junkyard-view.tsx';
import { type ConditionColors, readConditionColors } from '#core/search/condition-colors.server.ts';
import { withOwnModel } from './own-model.server.ts';
import { pageTitle, privatePage, publicPage } from '#core/settings/page-meta.ts';
import { listShown } from '../listed-part.ts';
import { toListedParts } from '../listed-parts.server.ts';
import { listSummary } from '../list-text.ts';
import type { Route } from './+types/junkyard.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext).public;
  const { id, logError, noteIncomplete } = context.get(requestContext);
  const parameters = new URL(request.url).searchParams;
  const search = readSearch(parameters);
  const own = await withOwnModel(database, search).catch(() => search);
  if (own !== search) throw redirect(junkyardAddress(own));
  const settings = context.get(settingsContext);
  const asOf = context.get(changesContext).newest;
  // The failure is only logged (Spec §8).
  const colors = readConditionColors(database).catch((error: unknown): ConditionColors => {
    logError(error);
    return {};
  });
  const [list, options] = await Promise.all([
    readJunkyardList(database, search, {
      cursor: parameters.get('after'),
      logError,
      noteIncomplete,
      settings: settings.fitment,
    }),
    readFilterOptions(database, colors),
  ]).catch((error: unknown) => {
    logError(error);
    throw data({ requestId: id } satisfies JunkyardFailure, { status: 500 });
  });
  if (typeof list === 'string') throw data({ refusal: list } satisfies JunkyardFailure, { status: 400 });
  const unfolded = parameters.getAll('all').filter(isFoldable);
  const { offers, ...shown } = list;
  return {
    search,
    title: junkyardTitle(search, list.facets),
    active: listActive(search, junkyardAddress, list.facets),
    list: {
      ...shown,
      parts: toListedParts(list.parts, offers, settings),
      facets:
        list.facets &&
        // The fields above the list offer these.
        foldFacets({ ...list.facets, makes: [], categories: [], conditions: [] }, search, unfolded),
      asOf,
    },
    unfolded,
    options,
    conditionColors: await colors,
    buyNowHint: hasDefaultPricing(settings)
      ? 'Buy Now checks out this part only.'
      : 'Buy Now opens your cart.',
  };
}

export function meta({ loaderData, matches: [root] }: Route.MetaArgs) {
  if (!loaderData) return privatePage(root.loaderData, 'Junkyard');
  const { search, title, list } = loaderData;
  if (!import.meta.env.SSR) return [pageTitle(root.loaderData, title)];
  return publicPage(root.loaderData, {
    title,
    description: `New and used auto parts to search by name, make, model or OEM number. ${listSummary(listShown(list.parts))}`,
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
