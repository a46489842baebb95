import { asStaff } from '#core/accounts/only-staff.server.ts';
import { listSavedAnswers } from '../saved-answers.server.ts';
import { SavedAnswersView } from './saved-answers-view.tsx';
import type { Route } from './+types/saved-answers.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { answers: await asStaff(context)(listSavedAnswers) };
}

export default function AdminSavedAnswers({ loaderData }: Route.ComponentProps) {
  return <SavedAnswersView {...loaderData} />;
}
