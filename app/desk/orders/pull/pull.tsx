import { asStaff } from '#core/accounts/only-staff.server.ts';
import { answerAction, readForm, refuseForm } from '#core/platform/answer-action.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import { loadScanPage } from '#core/yard/ui/load-scan-page.ts';
import { orderRefusals } from '../run-order-action.server.ts';
import { movePart, reportDifference, reportNotThere, shelvePart } from './change-state.server.ts';
import { pullFailures } from './pull-failures.ts';
import { PullView } from './pull-view.tsx';
import { readPullList } from './read-pull-list.server.ts';
import type { Route } from './+types/pull.ts';

export const meta = panelPage('Pull list');

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return asStaff(context)(readPullList);
}

export function clientLoader(loading: Route.ClientLoaderArgs) {
  return loadScanPage(loading);
}

type Intent = keyof typeof pullFailures;

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const intent = (Object.keys(pullFailures) as Intent[]).find((each) => each === form.get('intent'));
  if (!intent) return refuseForm('Error changing the list');
  return answerAction(
    context,
    pullFailures[intent],
    () =>
      asStaff(context)((transaction) => {
        switch (intent) {
          case 'pulled':
          case 'put-back':
            return movePart(transaction, intent, form);
          case 'shelve':
            return shelvePart(transaction, form);
          case 'differs':
            return reportDifference(transaction, form);
          case 'missing':
            return reportNotThere(transaction, form);
        }
      }),
    orderRefusals,
  );
}

export default function AdminPullList({ loaderData }: Route.ComponentProps) {
  return <PullView list={loaderData} />;
}
