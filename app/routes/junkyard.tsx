import { data, isRouteErrorResponse, useLocation } from 'react-router';
import { databaseContext, requestContext } from '#services';
import type { Part } from '#domain/part.ts';
import { shop } from '#domain/shop.ts';
import { BuyAtOnceButtons } from '#features/cart/buy-at-once-buttons.tsx';
import { filterOptions } from '#features/catalog/filter-options.server.ts';
import { readSearch } from '#features/catalog/junkyard-address.ts';
import { JunkyardFrame } from '#features/catalog/junkyard-frame.tsx';
import { junkyardList } from '#features/catalog/junkyard-list.server.ts';
import { JunkyardView } from '#features/catalog/junkyard-view.tsx';
import { type ConditionColors, conditionColors } from '#features/catalog/parts.server.ts';
import { ButtonLink } from '#ui/button-link.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import type { Route } from './+types/junkyard.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext).public;
  const { id, logError } = context.get(requestContext);
  const parameters = new URL(request.url).searchParams;
  const search = readSearch(parameters);
  // Without their colours the parts are as good: the failure is only logged (Spec §8).
  const colors = conditionColors(database).catch((error: unknown): ConditionColors => {
    logError(error);
    return {};
  });
  try {
    const [list, options] = await Promise.all([
      junkyardList(database, search, parameters.get('after')),
      filterOptions(database, colors),
    ]);
    return { search, list, options, conditionColors: await colors };
  } catch (error) {
    logError(error);
    throw data({ requestId: id }, { status: 500 });
  }
}

export function meta() {
  return [{ title: `Junkyard | ${shop.name}` }];
}

export default function Junkyard({ loaderData }: Route.ComponentProps) {
  return <JunkyardView {...loaderData} actions={buyButtons} />;
}

function buyButtons(part: Part) {
  return <BuyAtOnceButtons part={part} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname, search } = useLocation();
  const known = isRouteErrorResponse(error) ? (error.data as { requestId?: string } | null) : null;
  return (
    <JunkyardFrame wanted={readSearch(new URLSearchParams(search)).q}>
      <ErrorState
        title="Error Loading Parts"
        {...(known?.requestId && { requestId: known.requestId })}
        action={
          <ButtonLink to={`${pathname}${search}`} reloadDocument variant="primary">
            Try Again
          </ButtonLink>
        }
      >
        Failed to load parts
      </ErrorState>
    </JunkyardFrame>
  );
}
