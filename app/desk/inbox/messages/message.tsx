import { data } from 'react-router';
import { parseReference } from '#core/inbox/inbox.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { readThread } from '#core/inbox/read-thread.server.ts';
import { listSavedAnswers } from '../saved-answers.server.ts';
import { answerThreadForm } from '../thread/answer-thread-form.server.ts';
import { ThreadView } from '../thread-view.tsx';
import { changesContext } from '#core/live/changes.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/message.ts';

export const meta = panelPage('Message :reference');

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const asOf = context.get(changesContext).newest;
  const reference = parseReference(params.reference);
  if (reference?.kind !== 'message') throw data(null, { status: 404 });
  const { business } = context.get(settingsContext);
  const [thread, savedAnswers] = await asStaff(context)(async (transaction) => [
    await readThread(transaction, reference, business),
    await listSavedAnswers(transaction),
  ]);
  if (!thread) throw data(null, { status: 404 });
  return { thread, asOf, savedAnswers };
}

export function action({ request, params, context }: Route.ActionArgs) {
  const reference = parseReference(params.reference);
  if (reference?.kind !== 'message') throw data(null, { status: 404 });
  return answerThreadForm({ request, context, reference });
}

export default function AdminMessage({ loaderData }: Route.ComponentProps) {
  return <ThreadView key={loaderData.thread.id} {...loaderData} />;
}
