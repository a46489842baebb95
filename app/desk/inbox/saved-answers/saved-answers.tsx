import { asStaff } from '#core/accounts/only-staff.server.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import {
  deleteSavedAnswer,
  listSavedAnswers,
  saveAnswer,
  savedAnswerRefusals,
} from '../saved-answers.server.ts';
import { SavedAnswersView } from './saved-answers-view.tsx';
import { panelPage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/saved-answers.ts';

export const meta = panelPage('Saved answers');

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { answers: await asStaff(context)(listSavedAnswers) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { intent, id = '', title, text } = await readFields(request);
  const runAsStaff = asStaff(context);
  if (intent === 'delete' && isId(id))
    return answerAction(context, 'Error deleting the saved answer', () =>
      runAsStaff((transaction) => deleteSavedAnswer(transaction, id)),
    );
  const failure = 'Error saving the answer';
  if (intent !== 'save' || (id !== 'new' && !isId(id))) return refuseForm(failure);
  return answerAction(
    context,
    failure,
    () => runAsStaff((transaction) => saveAnswer(transaction, { id, title, text })),
    savedAnswerRefusals,
  );
}

export default function AdminSavedAnswers({ loaderData }: Route.ComponentProps) {
  return <SavedAnswersView {...loaderData} />;
}
