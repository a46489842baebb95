import { data } from 'react-router';
import { asStaff, getStaff } from '#core/accounts/only-staff.server.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { listListedModels } from '#core/search/vehicle-lists.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import { changePieces } from '#core/yard/change-pieces.server.ts';
import { noteCheck, takeBackCheck } from '#core/yard/change-checks.server.ts';
import { changePaper, paperRefusals } from '#core/yard/paper/change-paper.server.ts';
import { isPaperIntent, paperFailures } from '#core/yard/paper/paper-form.ts';
import { maySeePurchases, readVehicle } from '#core/yard/read-vehicle.server.ts';
import { addCost, removeCost, saveVehicle, vehicleRefusals } from '#core/yard/save-vehicle.server.ts';
import { loadScanPage } from '#core/yard/ui/load-scan-page.ts';
import { lookUpVin } from '../look-up-vin.server.ts';
import { vehicleFailures } from '../vehicle-failures.ts';
import { NewVehicleView } from './new-vehicle-view.tsx';
import { VehicleView } from './vehicle-view.tsx';
import type { Route } from './+types/vehicle.ts';

export const meta = panelPage('Car');

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

/** `id` is 'new', or that of a car. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  if (id !== 'new' && !isId(id)) throw data(null, { status: 404 });
  return asStaff(context)(async (transaction) => {
    const isAdmin = getStaff(context).role === 'admin';
    if (id === 'new') return { car: null, isAdmin, withSeller: await maySeePurchases(transaction) };
    const car = await readVehicle(transaction, id);
    if (!car) throw data(null, { status: 404 });
    return { car, isAdmin, withSeller: car.purchase !== null };
  });
}

/** Messages of the page before stay on the page of a car, so its Scan button loads the document. */
export function clientLoader(loading: Route.ClientLoaderArgs) {
  return loading.params.id === 'new' ? loadScanPage(loading) : loading.serverLoader();
}

type Intent = keyof typeof vehicleFailures;

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  if (id !== 'new' && !isId(id)) throw data(null, { status: 404 });
  const form = await readFields(request);
  const run = asStaff(context);
  const intent = (Object.keys(vehicleFailures) as Intent[]).find((each) => each === form['intent']);
  const { cost = '' } = form;
  if (intent === 'look-up')
    return answerAction(context, vehicleFailures[intent], () =>
      run(() => lookUpVin(form['vin'] ?? '', () => listListedModels(context.get(databaseContext).public))),
    );
  if (intent === 'save')
    return answerAction(
      context,
      vehicleFailures[intent],
      () => run((transaction) => saveVehicle(transaction, { id: isId(id) ? id : undefined, form })),
      vehicleRefusals,
    );
  const { intent: paperIntent } = form;
  if (isPaperIntent(paperIntent) && isId(id))
    return answerAction(
      context,
      paperFailures[paperIntent],
      () => run((transaction) => changePaper(transaction, paperIntent, { vehicleId: id, form })),
      paperRefusals,
    );
  if (!intent || !isId(id) || (intent === 'remove-cost' && !isId(cost)))
    return refuseForm('Error changing the car');
  return answerAction(
    context,
    vehicleFailures[intent],
    () =>
      run((transaction) => {
        switch (intent) {
          case 'pieces':
            return changePieces(transaction, form);
          case 'check':
            return noteCheck(transaction, { vehicleId: id, form });
          case 'take-back-check':
            return takeBackCheck(transaction, { vehicleId: id, form });
          case 'add-cost':
            return addCost(transaction, id, form);
          case 'remove-cost':
            return removeCost(transaction, { id, costId: cost });
        }
      }),
    vehicleRefusals,
  );
}

export default function AdminVehicle({ loaderData: { car, isAdmin, withSeller } }: Route.ComponentProps) {
  return car ? <VehicleView car={car} isAdmin={isAdmin} /> : <NewVehicleView withSeller={withSeller} />;
}
