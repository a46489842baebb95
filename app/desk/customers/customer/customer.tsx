import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { mergeCustomers, mergeRefusals, undoMerge } from '#core/customers/merge-customers.server.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { CustomerView } from './customer-view.tsx';
import { deleteNote, writeNote } from './notes.server.ts';
import { readCustomer } from './read-customer.server.ts';
import { type Accepts, FORM_TYPES } from '#core/values/accepts.ts';
import { timePlace } from '#core/platform/cursor-time.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/customer.ts';

export const meta = panelPage('Customer');

/** Fits a note of 5,000 characters of up to four bytes. */
export const accepts: Accepts = { kilobytes: 32, types: FORM_TYPES };

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ request, params: { id }, context }: Route.LoaderArgs) {
  const before = new URL(request.url).searchParams.get('before') ?? undefined;
  if (before !== undefined && !timePlace[0].test(before)) throw data(null, { status: 404 });
  const page = isId(id)
    ? await asAdmin(context)((transaction) => readCustomer(transaction, id, before))
    : undefined;
  if (!page) throw data(null, { status: 404 });
  return page;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { intent, id = '', note, email = '' } = await readFields(request);
  const runAsAdmin = asAdmin(context);
  if (intent === 'delete-note' && isId(id))
    return answerAction(context, 'Error deleting note', () =>
      runAsAdmin((transaction) => deleteNote(transaction, id)),
    );
  const customer = params.id;
  if (intent === 'merge' && isId(customer))
    return answerAction(
      context,
      'Error merging',
      () => runAsAdmin((transaction) => mergeCustomers(transaction, { customer, email })),
      mergeRefusals,
    );
  if (intent === 'undo-merge' && isId(customer))
    return answerAction(context, 'Error undoing the merge', () =>
      runAsAdmin((transaction) => undoMerge(transaction, { customer, email })),
    );
  const failure = 'Error saving note';
  if (intent !== 'write-note' || note === undefined || note.includes('\0') || !isId(params.id))
    return refuseForm(failure);
  return answerAction(context, failure, () =>
    runAsAdmin((transaction) => writeNote(transaction, { customer: params.id, note: note.trim() })),
  );
}

export default function AdminCustomer({ loaderData }: Route.ComponentProps) {
  return <CustomerView {...loaderData} />;
}
