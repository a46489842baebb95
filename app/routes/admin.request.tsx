import { data } from 'react-router';
import { parseReference } from '#domain/inbox.ts';
import { asStaff } from '#features/admin/only-staff.server.ts';
import { readThread } from '#features/inbox/read-thread.server.ts';
import { listSavedAnswers } from '#features/inbox/saved-answers.server.ts';
import { ThreadView } from '#features/inbox/thread-view.tsx';
import { changesContext } from '#services/changes.server.ts';
import { settingsContext } from '#settings';
import type { Route } from './+types/admin.request.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const asOf = context.get(changesContext).newest;
  const reference = parseReference(params.reference);
  if (reference?.kind !== 'request') throw data(null, { status: 404 });
  const { business } = context.get(settingsContext);
  const [thread, savedAnswers] = await asStaff(context)(async (transaction) => [
    await readThread(transaction, reference, business),
    await listSavedAnswers(transaction),
  ]);
  if (!thread) throw data(null, { status: 404 });
  return { thread, asOf, savedAnswers };
}

export default function AdminRequest({ loaderData }: Route.ComponentProps) {
  return <ThreadView key={loaderData.thread.id} {...loaderData} />;
}
