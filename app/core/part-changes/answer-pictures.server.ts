import { data, type RouterContextProvider } from 'react-router';
import { asStaff, getStaff } from '#core/accounts/only-staff.server.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { answerAsJson } from '#core/platform/answer-action.server.ts';
import { filesContext } from '#core/platform/files.server.ts';
import { addPicture, type Album, changePictures, readChanges } from './change-pictures.server.ts';

/** Adds the form's `picture` to an album, or changes those that `pictures` names. */
export async function answerPictures(
  request: Request,
  context: Readonly<RouterContextProvider>,
  album: Album,
): Promise<Response> {
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  const form = await request.formData().catch(() => new FormData());
  const runAsStaff = asStaff(context);
  if (form.has('pictures')) {
    const sent = readChanges(form.get('pictures'));
    return answerAsJson(context, 'Error saving pictures', async () =>
      sent
        ? runAsStaff((transaction) => changePictures(transaction, album, sent))
        : { done: false, message: 'Error saving pictures: the form could not be read' },
    );
  }
  const id = form.get('id');
  if (typeof id !== 'string' || !isId(id)) {
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
      { done: false, message: "Too many uploads. We'll retry in a few minutes." },
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
      album,
      id: id.toLowerCase(),
      upload: form.get('picture'),
    }),
  );
}
