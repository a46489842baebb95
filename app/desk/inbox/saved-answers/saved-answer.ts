import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import { deleteSavedAnswer, saveAnswer } from '../saved-answers.server.ts';
import type { Route } from './+types/saved-answer.ts';

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const { method } = request;
  if (!isId(id) && (id !== 'new' || method === 'DELETE')) throw data(null, { status: 404 });
  if (method === 'DELETE') {
    return respondWithResult(context, 'Error deleting the saved answer', () =>
      asStaff(context)((transaction) => deleteSavedAnswer(transaction, id)),
    );
  }
  if (method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST, DELETE' } });
  return respondWithResult(context, 'Error saving the answer', async () => {
    const form = await request.formData().catch(() => new FormData());
    return asStaff(context)((transaction) => saveAnswer(transaction, id === 'new' ? null : id, form));
  });
}
