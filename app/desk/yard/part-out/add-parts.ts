import { data } from 'react-router';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { partRefusals } from '#core/part-changes/save-part.server.ts';
import { answerAsJson, readFields } from '#core/platform/answer-action.server.ts';
import { type Accepts, FORM_TYPES } from '#core/values/accepts.ts';
import { readPartOutForm } from '#core/yard/part-out/part-out-form.ts';
import { partOut } from '#core/yard/part-out/part-out.server.ts';
import type { Route } from './+types/add-parts.ts';

/** Fits 300 lines with notes. */
export const accepts: Accepts = { kilobytes: 512, types: FORM_TYPES };

/** Adds the parts of a car. The form's `parts` is JSON, as readPartOutForm reads it. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  if (!isId(id)) throw data(null, { status: 404 });
  const { parts } = await readFields(request);
  const form = readPartOutForm(parts);
  return answerAsJson(
    context,
    'Error adding the parts',
    async () =>
      form
        ? asStaff(context)((transaction) => partOut(transaction, { vehicleId: id, form }))
        : { done: false, message: 'Error adding the parts: the form could not be read' },
    partRefusals,
  );
}
