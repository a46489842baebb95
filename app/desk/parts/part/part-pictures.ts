import { data } from 'react-router';
import { isPartId } from '#core/catalog/part.ts';
import { asStaff, getStaff } from '#core/accounts/only-staff.server.ts';
import { addPicture, changePictures, readChanges } from '#core/part-changes/change-pictures.server.ts';
import { answerAsJson } from '#core/platform/answer-action.server.ts';
import { filesContext } from '#core/platform/files.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import type { Route } from './+types/part-pictures.ts';

export { pictureForm as accepts } from '#core/values/accepts.ts';

/** Adds the form's `picture`, or changes those that `pictures` names. The part may be saved later. */
export async function action({ request, params: { id: partId }, context }: Route.ActionArgs) {
  if (!isPartId(partId)) throw data(null, { status: 404 });
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  const form = await request.formData().catch(() => new FormData());
  const runAsStaff = asStaff(context);
  if (form.has('pictures')) {
    const sent = readChanges(form.get('pictures'));
    return answerAsJson(context, 'Error saving pictures', async () =>
      sent
        ? runAsStaff((transaction) => changePictures(transaction, partId.toLowerCase(), sent))
        : { done: false, message: 'Error saving pictures: the form could not be read' },
    );
  }
  const id = form.get('id');
  if (typeof id !== 'string' || !isPartId(id)) {
    return Response.json(
      { done: false, message: 'Error adding the picture: the form could not be read' },
      { status: 400 },
    );
  }
  const allowance = await context
    .get(limitsContext)
    .take('upload-picture', getStaff(context).identity.userId);
  if (!allowance.allowed) {
    return Response.json(
      { done: false, message: 'Too many uploads. We’ll retry in a few minutes.' },
      {
        status: allowance.counted ? 429 : 503,
        headers: { 'Retry-After': String(allowance.seconds) },
      },
    );
  }
  return answerAsJson(context, 'Error adding the picture', () =>
    addPicture({
      files: context.get(filesContext),
      asStaff: runAsStaff,
      partId: partId.toLowerCase(),
      id: id.toLowerCase(),
      upload: form.get('picture'),
    }),
  );
}
