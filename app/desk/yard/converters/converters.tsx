import { asStaff } from '#core/accounts/only-staff.server.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import { changeConverters, converterRefusals } from '#core/yard/converters/change-converters.server.ts';
import { converterFailures, isConverterIntent } from '#core/yard/converters/converter-form.ts';
import { convertersList } from '#core/yard/converters/converters-list.ts';
import { listBuyers, listConverters } from '#core/yard/converters/list-converters.server.ts';
import { readLaw } from '#core/yard/paper/law.server.ts';
import { maySeePurchases } from '#core/yard/read-vehicle.server.ts';
import { ConvertersView } from './converters-view.tsx';
import type { Route } from './+types/converters.ts';

export const meta = panelPage('Catalytic converters');

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = convertersList.read(new URL(request.url).searchParams);
  return asStaff(context)(async (transaction) => {
    const { law } = await readLaw(transaction);
    return {
      query,
      list: await listConverters(transaction, query),
      buyers: await listBuyers(transaction),
      maySell: await maySeePurchases(transaction),
      allowsLoose: law.loose_converters === 1,
    };
  });
}

/** The page of a car sends its converters here too. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFields(request);
  const { intent } = form;
  if (!isConverterIntent(intent)) return refuseForm('Error changing the converter');
  return answerAction(
    context,
    converterFailures[intent],
    () => asStaff(context)((transaction) => changeConverters(transaction, intent, form)),
    converterRefusals,
  );
}

export default function AdminConverters({ loaderData }: Route.ComponentProps) {
  return <ConvertersView {...loaderData} />;
}
