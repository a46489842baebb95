import { data } from 'react-router';
import { databaseContext } from '#core/platform/database.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { listListedModels } from '#core/search/vehicle-lists.server.ts';
import { decodeVin, type VinAnswer } from '#core/vehicles/decode-vin.server.ts';
import { GarageView } from './garage-view.tsx';
import { privatePage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/garage.ts';

const TOO_MANY = 'Too many VINs from your network. Please wait before trying again.';

/** Decodes the VIN of the page's form, with or without JavaScript. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData().catch(() => new FormData());
  const vin = form.get('vin');
  const { clientAddress } = context.get(requestContext);
  const allowance = await context.get(limitsContext).take('decode-vin', clientAddress);
  if (!allowance.allowed) {
    const status = allowance.counted ? 429 : 503;
    return data<VinAnswer>(
      { problem: TOO_MANY },
      { status, headers: { 'Retry-After': String(allowance.seconds) } },
    );
  }
  const answer = await decodeVin(typeof vin === 'string' ? vin : '', form.get('confirmed') === 'yes', () =>
    listListedModels(context.get(databaseContext).public),
  );
  return data<VinAnswer>(answer, { status: 'vehicles' in answer ? 200 : 400 });
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'My Garage');
}

export default function GaragePage({ actionData }: Route.ComponentProps) {
  return <GarageView answer={actionData} />;
}
