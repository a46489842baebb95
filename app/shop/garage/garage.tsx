import { data } from 'react-router';
import { databaseContext } from '#core/platform/database.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { listListedModels } from '#core/search/vehicle-lists.server.ts';
import { decodeVin } from '#core/vehicles/decode-vin.server.ts';
import { readFields } from '#core/platform/answer-action.server.ts';
import { GarageView, type VinOutcome } from './garage-view.tsx';
import { privatePage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/garage.ts';

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

const TOO_MANY = 'Too many VINs from your network. Please wait before trying again.';

/** Decodes the VIN of the page's form, with or without JavaScript. */
export async function action({ request, context }: Route.ActionArgs) {
  const { vin = '', confirmed } = await readFields(request);
  const { clientAddress } = context.get(requestContext);
  const allowance = await context.get(limitsContext).take('decode-vin', clientAddress);
  if (!allowance.allowed) {
    const status = allowance.counted ? 429 : 503;
    return refuse(TOO_MANY, { status, headers: { 'Retry-After': String(allowance.seconds) } });
  }
  const answer = await decodeVin(vin, confirmed === 'yes', () =>
    listListedModels(context.get(databaseContext).public),
  );
  if ('vehicles' in answer) return data<VinOutcome>({ done: true, vehicles: answer.vehicles });
  if ('problem' in answer) return refuse(answer.problem, { status: 400 });
  return refuse(answer.doubt, { status: 400 }, true);
}

function refuse(vin: string, init: ResponseInit, canConfirm = false) {
  return data<VinOutcome>({ done: false, errors: { vin }, canConfirm }, init);
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'My garage');
}

export default function GaragePage({ actionData }: Route.ComponentProps) {
  return <GarageView outcome={actionData as VinOutcome | undefined} />;
}
