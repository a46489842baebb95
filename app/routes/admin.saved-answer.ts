import { data } from 'react-router';
import { isPartId as isId } from '#domain/part.ts';
import { asStaff } from '#features/admin/only-staff.server.ts';
import { respondWithResult } from '#features/admin/respond.server.ts';
import { deleteSavedAnswer, saveAnswer } from '#features/inbox/saved-answers.server.ts';
import type { Route } from './+types/admin.saved-answer.ts';

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
