import { data } from 'react-router';
import { parseReturnNumber } from '#core/returns/return-number.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import { filesContext } from '#core/platform/files.server.ts';
import { addReturnPhoto } from '#core/returns/return-photos.server.ts';
import type { Route } from './+types/return-photos.ts';

export async function action({ request, params, context }: Route.ActionArgs) {
  const number = parseReturnNumber(params.rma);
  if (number === undefined) throw data(null, { status: 404 });
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  const failure = 'Error adding the photo';
  return respondWithResult(context, failure, async () => {
    const run = asStaff(context);
    const found = await run((transaction) =>
      transaction.selectFrom('returns').select('id').where('number', '=', String(number)).executeTakeFirst(),
    );
    if (!found) return { done: false, message: `${failure}: this return does not exist` };
    const form = await request.formData().catch(() => new FormData());
    const problem = await addReturnPhoto({
      files: context.get(filesContext),
      run,
      returnId: found.id,
      upload: form.get('photo'),
    });
    return problem === undefined
      ? { done: true, message: 'Photo added' }
      : { done: false, message: `${failure}: ${problem}` };
  });
}
