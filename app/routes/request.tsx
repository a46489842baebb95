import { data } from 'react-router';
import { databaseContext, requestContext } from '#services';
import { knownOfAddress, requestYears } from '#domain/part-request.ts';
import { shop } from '#domain/shop.ts';
import { readVehicleLists } from '#features/catalog/vehicles/vehicle-lists.server.ts';
import { publicPage } from '#features/seo/page-meta.ts';
import { RequestView } from '#features/requests/request-view.tsx';
import { submitPartRequest } from '#features/requests/submit-part-request.server.tsx';
import { textFields, formResult } from '#features/requests/form-post.server.ts';
import { readSubmitter } from '#features/requests/submitter.server.ts';
import type { Route } from './+types/request.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const known = knownOfAddress(new URL(request.url).searchParams);
  // Without its offers the form is as good: makes and models are typed.
  const offers = await readVehicleLists(
    context.get(databaseContext).public,
    known.make ? { make: known.make } : {},
  ).catch((error: unknown) => {
    context.get(requestContext).logError(error);
    return { makes: [], models: [] };
  });
  return {
    known,
    offers: { makes: offers.makes, models: offers.models },
    years: requestYears(new Date().getFullYear()),
  };
}

/** The form itself, sent by a browser that runs no script (yet). */
export async function action({ request, context }: Route.ActionArgs) {
  const fields = await textFields(request);
  const outcome = formResult(await submitPartRequest(await readSubmitter(request, context), fields), fields);
  return data(outcome, { status: outcome.status });
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return publicPage(root.loaderData?.siteUrl, {
    title: 'Request a Part',
    description: `Tell ${shop.name} which part you need. Part requests are answered within ${shop.answersWithin}.`,
    address: '/request',
  });
}

export default function Request({ loaderData, actionData }: Route.ComponentProps) {
  const known = actionData?.fields ?? loaderData.known;
  return <RequestView {...loaderData} known={known} outcome={actionData} />;
}
