import { data, type RouterContextProvider } from 'react-router';
import { databaseContext } from '#core/platform/database.server.ts';
import { isPartId } from '#core/catalog/part.ts';
import { ACCEPT_VIN } from '#core/catalog/part-facts.ts';
import { formColumns } from '#core/catalog/part-fields.ts';
import { type FieldErrors, readNewPart, readPartForm } from '#core/catalog/part-form.ts';
import { answerAsJson, readForm, readTexts } from '#core/platform/answer-action.server.ts';
import { Refused } from '#core/values/refused.ts';
import { readRelatives } from '#core/yard/piece-names.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import {
  findKindOfName,
  listCategories,
  listConditions,
  listKindChoices,
} from '#core/part-changes/list-parts.server.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { partAlbum, readPictures } from '#core/part-changes/change-pictures.server.ts';
import { markSold } from './mark-sold.server.ts';
import { partFailures } from '../part-action.ts';
import { readCarTemplate, readTemplate } from './read-template.server.ts';
import { readChoices, readSeenFitments, readSeenPart } from '../read-seen.server.ts';
import { readSentFitments } from '#core/part-changes/save-fitments.server.ts';
import {
  addPart,
  changePart,
  deletePart,
  partRefusals,
  readPartForEditing,
} from '#core/part-changes/save-part.server.ts';
import { listings } from '#core/part-changes/listings.ts';
import { storeUpload } from '#core/part-changes/store-picture.server.ts';
import { listMakes, listModels } from '#core/search/vehicle-lists.server.ts';
import { readWantedPart } from './wanted-part.ts';
import type { Route } from './+types/part.ts';

export { pictureForm as accepts } from '#core/values/accepts.ts';
export { reportFailure as clientAction } from '#kit/form/use-action.ts';

/**
 * The part is null for 'new', which `like` fills from a part for the next model year, or for its own with `year=same`, `car` from
 * the car that it is taken off, and `wanted` with what someone has looked for.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { id } = params;
  if (id !== 'new' && !isPartId(id)) throw data(null, { status: 404 });
  const asked = new URL(request.url).searchParams;
  const like = id === 'new' ? asked.get('like') : null;
  const yearsLater = asked.get('year') === 'same' ? 0 : 1;
  const car = id === 'new' ? asked.get('car') : null;
  if ([like, car].some((each) => each !== null && !isPartId(each))) throw data(null, { status: 404 });
  const wanted = id === 'new' ? readWantedPart(asked.get('wanted')) : undefined;
  const form = await asStaff(context)(async (transaction) => {
    const opened =
      id === 'new'
        ? {
            part: null,
            isHidden: false,
            template: car
              ? await readCarTemplate(transaction, car)
              : ((like && (await readTemplate(transaction, like, yearsLater))) ?? wanted),
          }
        : ((await readPartForEditing(transaction, id)) ?? { part: undefined });
    return {
      ...opened,
      relatives: id === 'new' ? { pieces: [], partOf: [] } : await readRelatives(transaction, id),
      pictures: id === 'new' ? [] : await readPictures(transaction, partAlbum(id)),
      makes: await listMakes(transaction),
      categories: (await listCategories(transaction)).map(({ name }) => name),
      conditions: (await listConditions(transaction)).map(({ name }) => name),
      kinds: {
        all: await listKindChoices(transaction),
        ofName: opened.part ? await findKindOfName(transaction, opened.part.part_name) : null,
      },
    };
  });
  if (form.part === undefined || ((like ?? car) !== null && !('template' in form && form.template)))
    throw data(null, { status: 404 });
  return Response.json(form);
}

type Intent = keyof typeof partFailures;

/** Answers the forms about a part, which several screens have. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  if (id !== 'new' && !isPartId(id)) throw data(null, { status: 404 });
  const form = await readForm(request);
  const { intent: sentIntent, ...fields } = readTexts(form);
  const intent = (Object.keys(partFailures) as Intent[]).find((each) => each === sentIntent);
  return answerAsJson(
    context,
    partFailures[intent ?? 'save'],
    async () => {
      if (intent === 'save') return savePart(context, { id, fields, picture: form.get('picture') });
      if (!intent || id === 'new') throw unreadable();
      return asStaff(context)((transaction) =>
        intent === 'delete' ? deletePart(transaction, id) : markSold(transaction, id, fields),
      );
    },
    partRefusals,
  );
}

interface PartForm {
  /** Part id, or 'new'. */
  id: string;
  fields: Partial<Record<string, string>>;
  picture: FormDataEntryValue | null;
}

/** Adds a part, or merges the form into it. @throws {Refused} */
async function savePart(
  context: Readonly<RouterContextProvider>,
  { id, fields: sent, picture }: PartForm,
): Promise<ActionResult> {
  const { seen: sentSeen, choices: sentChoices, fitments: sentFitments, ...others } = sent;
  const { id: newId, listing: sentListing, ...fields } = others;
  const runAsStaff = asStaff(context);
  const listing = listings.find((each) => each === sentListing);
  const acceptsVin = fields[ACCEPT_VIN] === 'on';
  const vehicles = readSentFitments(
    sentFitments,
    id === 'new' ? '[]' : readSeenFitments(sentSeen),
    await listModels(context.get(databaseContext).public),
  );
  if (!vehicles) throw unreadable();
  const { list: fitments, errors } = vehicles;
  if (id === 'new') {
    // Its pictures have this id already.
    if (newId !== undefined && !isPartId(newId)) throw unreadable();
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
  const columns = formColumns.filter((column) => column in read.part || (column === 'image_url' && picture));
  const seen = readSeenPart(sentSeen, columns);
  const choices = readChoices(sentChoices);
  if (!seen || !choices) throw unreadable();
  const stored = await storeUpload(context, picture);
  if ('error' in stored) return { done: false, errors: { picture: stored.error } };
  const part = { ...read.part, ...toColumn(stored) };
  return runAsStaff((transaction) =>
    changePart(transaction, { id, part, fitments, seen, choices, acceptsVin, listing }),
  );
}

function withErrors(
  read: { part: unknown } | { errors: FieldErrors; message?: string },
  ofVehicles: Record<string, string> | undefined,
): Pick<ActionResult, 'errors' | 'message'> {
  if (!('errors' in read)) return { errors: { ...ofVehicles } };
  const { message, errors } = read;
  return { ...(message && { message }), errors: { ...errors, ...ofVehicles } };
}

const unreadable = () => new Refused('the form could not be read');

function toColumn({ address }: { address?: string }) {
  return address === undefined ? {} : { image_url: address };
}
