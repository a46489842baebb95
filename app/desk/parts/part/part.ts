import { data } from 'react-router';
import { databaseContext } from '#core/platform/database.server.ts';
import { isPartId } from '#core/catalog/part.ts';
import { ACCEPT_VIN } from '#core/catalog/part-facts.ts';
import { formColumns } from '#core/catalog/part-fields.ts';
import { type FieldErrors, readNewPart, readPartForm } from '#core/catalog/part-form.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { listCategories, listConditions } from '#core/part-changes/list-parts.server.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { readPictures } from '#core/part-changes/change-pictures.server.ts';
import { readTemplate } from './read-template.server.ts';
import { readChoices, readSeenFitments, readSeenPart } from '../read-seen.server.ts';
import { readSentFitments } from '#core/part-changes/save-fitments.server.ts';
import {
  addPart,
  changePart,
  deletePart,
  listings,
  readPartForEditing,
} from '#core/part-changes/save-part.server.ts';
import { storeUpload } from '#core/part-changes/store-picture.server.ts';
import { listMakes, listModels } from '#core/search/vehicle-lists.server.ts';
import type { Route } from './+types/part.ts';

export { pictureForm as accepts } from '#core/values/accepts.ts';

/** The part is null for 'new', which `like` fills from a part for the next model year. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { id } = params;
  if (id !== 'new' && !isPartId(id)) throw data(null, { status: 404 });
  const like = id === 'new' ? new URL(request.url).searchParams.get('like') : null;
  if (like !== null && !isPartId(like)) throw data(null, { status: 404 });
  const form = await asStaff(context)(async (transaction) => ({
    ...(id === 'new'
      ? { part: null, isHidden: false, template: like && (await readTemplate(transaction, like)) }
      : ((await readPartForEditing(transaction, id)) ?? { part: undefined })),
    pictures: id === 'new' ? [] : await readPictures(transaction, id),
    makes: await listMakes(transaction),
    categories: (await listCategories(transaction)).map(({ name }) => name),
    conditions: (await listConditions(transaction)).map(({ name }) => name),
  }));
  if (form.part === undefined || (like !== null && !('template' in form && form.template)))
    throw data(null, { status: 404 });
  return Response.json(form);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { id } = params;
  const { method } = request;
  if (!isPartId(id) && (id !== 'new' || method === 'DELETE')) throw data(null, { status: 404 });
  const runAsStaff = asStaff(context);
  if (method === 'DELETE') {
    return respondWithResult(context, 'Error deleting part', () =>
      runAsStaff((transaction) => deletePart(transaction, id)),
    );
  }
  if (method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'GET, POST, DELETE' } });
  return respondWithResult(context, 'Error saving part', async (): Promise<ActionResult> => {
    const form = await request.formData().catch(() => undefined);
    if (!form) return unreadable;
    const {
      picture,
      seen: sentSeen,
      choices: sentChoices,
      fitments: sentFitments,
      id: newId,
      listing: sentListing,
      ...fields
    } = Object.fromEntries(form);
    const listing = listings.find((each) => each === sentListing);
    const acceptsVin = fields[ACCEPT_VIN] === 'on';
    const vehicles = readSentFitments(
      sentFitments,
      id === 'new' ? '[]' : readSeenFitments(sentSeen),
      await listModels(context.get(databaseContext).public),
    );
    if (!vehicles) return unreadable;
    const { list: fitments, errors } = vehicles;
    if (id === 'new') {
      // Its pictures have this id already.
      if (newId !== undefined && !(typeof newId === 'string' && isPartId(newId))) {
        return { done: false, message: 'Error saving part: the form could not be read' };
      }
      const read = readNewPart(fields);
      if ('errors' in read || errors) return { done: false, ...withErrors(read, errors) };
      const stored = await storeUpload(context, picture);
      if ('error' in stored) return { done: false, errors: { picture: stored.error } };
      return runAsStaff((transaction) =>
        addPart(transaction, {
          part: { ...read.part, ...toColumn(stored) },
          fitments,
          acceptsVin,
          listing,
          ...(newId && { id: newId }),
        }),
      );
    }
    const read = readPartForm(fields);
    if ('errors' in read || errors) return { done: false, ...withErrors(read, errors) };
    const sent = formColumns.filter((column) => column in read.part || (column === 'image_url' && picture));
    const seen = readSeenPart(sentSeen, sent);
    const choices = readChoices(sentChoices);
    if (!seen || !choices) return unreadable;
    const stored = await storeUpload(context, picture);
    if ('error' in stored) return { done: false, errors: { picture: stored.error } };
    const part = { ...read.part, ...toColumn(stored) };
    return runAsStaff((transaction) =>
      changePart(transaction, { id, part, fitments, seen, choices, acceptsVin, listing }),
    );
  });
}

function withErrors(
  read: { part: unknown } | { errors: FieldErrors; message?: string },
  ofVehicles: Record<string, string> | undefined,
): Pick<ActionResult, 'errors' | 'message'> {
  if (!('errors' in read)) return { errors: { ...ofVehicles } };
  const { message, errors } = read;
  return { ...(message && { message }), errors: { ...errors, ...ofVehicles } };
}

const unreadable: ActionResult = {
  done: false,
  message: 'Error saving part: the form could not be read',
};

function toColumn({ address }: { address?: string }) {
  return address === undefined ? {} : { image_url: address };
}
