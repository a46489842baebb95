import { data } from 'react-router';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { listListedModels } from '#core/search/vehicle-lists.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import { readBid } from '#core/yard/money/read-bid.server.ts';
import { maySeePurchases } from '#core/yard/read-vehicle.server.ts';
import { lookUpVin } from '../look-up-vin.server.ts';
import { vehicleFailures } from '../vehicle-failures.ts';
import { readBidForm } from './bid-form.ts';
import { BidView } from './bid-view.tsx';
import type { Route } from './+types/bid.ts';

export const meta = panelPage('Before buying');

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

/** For who may see purchases. The car is in the address, without its VIN. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { car, terms, sent, errors } = readBidForm(new URL(request.url).searchParams);
  return asStaff(context)(async (transaction) => {
    if (!(await maySeePurchases(transaction))) throw data(null, { status: 403 });
    return { terms, sent, errors, facts: car && (await readBid(transaction, car)) };
  });
}

/** Looks up a VIN. */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent, vin = '' } = await readFields(request);
  const failure = vehicleFailures['look-up'];
  if (intent !== 'look-up') return refuseForm(failure);
  return answerAction(context, failure, () =>
    asStaff(context)(() => lookUpVin(vin, () => listListedModels(context.get(databaseContext).public))),
  );
}

export default function AdminBid({ loaderData }: Route.ComponentProps) {
  return <BidView {...loaderData} />;
}
