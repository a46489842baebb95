import { data } from 'react-router';
import { databaseContext } from '#services/database.server.ts';
import { requestContext } from '#services/request.server.ts';
import { readRequestPrefill, listRequestYears } from '#domain/part-request.ts';
import { readVehicleLists } from '#features/catalog/vehicles/vehicle-lists.server.ts';
import { publicPage, shopOf } from '#features/seo/page-meta.ts';
import { RequestView } from '#features/requests/request-view.tsx';
import { submitPartRequest } from '#features/requests/submit-part-request.server.tsx';
import { readTextFields, toFormResult } from '#features/requests/form-post.server.ts';
import { readSubmitter } from '#features/requests/submitter.server.ts';
import type { Route } from './+types/request.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const defaults = readRequestPrefill(new URL(request.url).searchParams);
  // The form works without suggestions.
  const suggestions = await readVehicleLists(
    context.get(databaseContext).public,
    defaults.make ? { make: defaults.make } : {},
  ).catch((error: unknown) => {
    context.get(requestContext).logError(error);
    return { makes: [], models: [] };
  });
  return {
    defaults,
    suggestions: { makes: suggestions.makes, models: suggestions.models },
    years: listRequestYears(new Date().getFullYear()),
  };
}

/** For a form sent without scripts. */
export async function action({ request, context }: Route.ActionArgs) {
  const fields = await readTextFields(request);
  const outcome = toFormResult(
    await submitPartRequest(await readSubmitter(request, context), fields),
    fields,
  );
  return data(outcome, { status: outcome.status });
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  const shop = shopOf(root.loaderData);
  return publicPage(root.loaderData, {
    title: 'Request a Part',
    description: `Tell ${shop.name} which part you need. Part requests are answered within ${shop.responseTime}.`,
    address: '/request',
  });
}

export default function Request({ loaderData, actionData }: Route.ComponentProps) {
  const defaults = actionData?.fields ?? loaderData.defaults;
  return <RequestView {...loaderData} defaults={defaults} outcome={actionData} />;
}
