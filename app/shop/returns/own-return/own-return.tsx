import { redirect } from 'react-router';
import { OwnReturnView } from './own-return-view.tsx';
import { privateHeaders, requireOwnReturn } from '../own-return.server.ts';
import { cancelOwnReturn } from '../read-own-return.server.ts';
import { returnAddress } from '../return-addresses.ts';
import { privatePage } from '#core/settings/page-meta.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { answerAction, readForm, refuseForm } from '#core/platform/answer-action.server.ts';
import { filesContext } from '#core/platform/files.server.ts';
import { addReturnPhoto, requireOpenForBuyer } from '#core/returns/return-photos.server.ts';
import type { Route } from './+types/own-return.ts';

export { pictureForm as accepts } from '#core/values/accepts.ts';
export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader(args: Route.LoaderArgs) {
  const asOf = args.context.get(changesContext).newest;
  const { found } = await requireOwnReturn(args);
  return { found, asOf };
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  // This check comes before the body is read, so that others can't make the shop decode pictures.
  const { order, found } = await requireOwnReturn(args);
  const form = await readForm(request);
  const intent = form.get('intent');
  const page = returnAddress(order.number, found.number);
  if (intent === 'cancel') {
    // A return that the shop has received meanwhile stays as it is, and the page shows it.
    await order.run((transaction) => cancelOwnReturn(transaction, found.id));
    return redirect(page);
  }
  const failure = 'Error adding the photo';
  if (intent !== 'add-photo') return refuseForm(failure);
  const answer = await answerAction(context, failure, async () => {
    // The picture is decoded before the state is checked under a lock.
    requireOpenForBuyer(found.state);
    return addReturnPhoto({
      files: context.get(filesContext),
      run: order.run,
      number: found.number,
      upload: form.get('photo'),
      byBuyer: true,
    });
  });
  // Without JavaScript, a reload would send the photograph again.
  if (answer.data.done && request.headers.get('Accept')?.includes('text/html')) return redirect(page);
  return answer;
}

export function headers() {
  return privateHeaders;
}

export function meta({ matches: [root], params }: Route.MetaArgs) {
  return privatePage(root.loaderData, `Return ${params.rma.toUpperCase()}`);
}

export default function OwnReturn({ loaderData }: Route.ComponentProps) {
  return <OwnReturnView {...loaderData} />;
}
