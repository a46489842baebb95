import { data } from 'react-router';
import { parseReturnNumber } from '#core/returns/return-number.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { returnActions } from '#core/orders/return.ts';
import { answerAction, readForm, refuseForm } from '#core/platform/answer-action.server.ts';
import { filesContext } from '#core/platform/files.server.ts';
import { addReturnPhoto } from '#core/returns/return-photos.server.ts';
import { readReturnPage } from './read-return-page.server.ts';
import { ReturnPage } from './return-page.tsx';
import { returnFailure, returnRefusals, runReturnAction } from './run-return-action.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/return.ts';

export const meta = panelPage('Return :rma');

export { pictureForm as accepts } from '#core/values/accepts.ts';
export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const asOf = context.get(changesContext).newest;
  const number = parseReturnNumber(params.rma);
  const { business } = context.get(settingsContext);
  const found =
    number === undefined
      ? undefined
      : await asStaff(context)((transaction) => readReturnPage(transaction, number, business));
  if (!found) throw data(null, { status: 404 });
  return { found, asOf };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const number = parseReturnNumber(params.rma);
  if (number === undefined) throw data(null, { status: 404 });
  const form = await readForm(request);
  const intent = form.get('intent');
  const runAsStaff = asStaff(context);
  if (intent === 'add-photo')
    return answerAction(context, 'Error adding the photo', () =>
      addReturnPhoto({
        files: context.get(filesContext),
        run: runAsStaff,
        number,
        upload: form.get('photo'),
      }),
    );
  const name = returnActions.find((each) => each === intent);
  if (!name) return refuseForm('Error changing the return');
  const { business: shop } = context.get(settingsContext);
  return answerAction(
    context,
    returnFailure(name),
    () => runAsStaff((transaction) => runReturnAction(transaction, { number, action: name, form, shop })),
    returnRefusals,
  );
}

export default function AdminReturn({ loaderData }: Route.ComponentProps) {
  return <ReturnPage key={loaderData.found.id} {...loaderData} />;
}
