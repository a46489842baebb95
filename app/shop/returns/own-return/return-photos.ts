import { data, redirect } from 'react-router';
import { isOpenForBuyer } from '#core/orders/return.ts';
import { privateHeaders, requireOwnReturn } from '../own-return.server.ts';
import { returnAddress } from '../return-addresses.ts';
import { filesContext } from '#core/platform/files.server.ts';
import { addReturnPhoto } from '#core/returns/return-photos.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import type { Route } from './+types/return-photos.ts';

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  // This check comes before the body is read, so that others can't make the shop decode pictures.
  const { order, found } = await requireOwnReturn(args);
  const form = await request.formData().catch(() => new FormData());
  const problem = isOpenForBuyer(found.state)
    ? await addReturnPhoto({
        files: context.get(filesContext),
        run: order.run,
        returnId: found.id,
        upload: form.get('photo'),
        byBuyer: true,
      })
    : "this return can't have any more photos";
  // A form that was sent without JavaScript goes back to the page.
  if (problem === undefined && request.headers.get('Accept')?.includes('text/html')) {
    return redirect(returnAddress(order.number, found.number));
  }
  const result: ActionResult =
    problem === undefined
      ? { done: true, message: 'Photo added' }
      : { done: false, message: `Error adding the photo: ${problem}` };
  return Response.json(result, { status: result.done ? 200 : 400, headers: privateHeaders });
}
