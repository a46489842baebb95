import { data } from 'react-router';
import { databaseContext } from '#core/platform/database.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { readRequestPrefill, listRequestYears } from '#core/inbox/part-request.ts';
import { readVehicleLists } from '#core/search/vehicle-lists.server.ts';
import { publicPage, shopOf } from '#core/settings/page-meta.ts';
import { RequestView } from './request-view.tsx';
import { submitPartRequest } from '#core/inbox/submit-part-request.server.tsx';
import { toFormResult } from '../form-post.server.ts';
import { readSubmitter } from '#core/inbox/submitter.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { readFields } from '#core/platform/answer-action.server.ts';
import type { Route } from './+types/request.ts';

export { textForm as accepts } from '#core/values/accepts.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const defaults = readRequestPrefill(new URL(request.url).searchParams, context.get(shopContext).siteUrl);
  // The form works without suggestions.
  const suggestions = await readVehicleLists(
    context.get(databaseContext).public,
    defaults.make ? { make: defaults.make } : {},
    context.get(settingsContext).fitment,
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

/** Takes a form that was sent without JavaScript. */
export async function action({ request, context }: Route.ActionArgs) {
  const fields = await readFields(request);
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
