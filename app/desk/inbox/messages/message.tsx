import { panelPage } from '#core/settings/page-meta.ts';
import { answerThreadForm } from '../thread/answer-thread-form.server.ts';
import { readReference, readThreadScreen } from '../thread/read-thread-screen.server.ts';
import { ThreadView } from '../thread-view.tsx';
import type { Route } from './+types/message.ts';

export const meta = panelPage('Message :reference');

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export function loader({ params, context }: Route.LoaderArgs) {
  return readThreadScreen(context, readReference(params.reference, 'message'));
}

export function action({ request, params, context }: Route.ActionArgs) {
  return answerThreadForm({ request, context, reference: readReference(params.reference, 'message') });
}

export default function AdminMessage({ loaderData }: Route.ComponentProps) {
  return <ThreadView key={loaderData.thread.id} {...loaderData} />;
}
