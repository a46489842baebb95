import { asStaff } from '#features/admin/only-staff.server.ts';
import { listSavedAnswers } from '#features/inbox/saved-answers.server.ts';
import { SavedAnswersView } from '#features/inbox/saved-answers-view.tsx';
import type { Route } from './+types/admin.saved-answers.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { answers: await asStaff(context)(listSavedAnswers) };
}

export default function AdminSavedAnswers({ loaderData }: Route.ComponentProps) {
  return <SavedAnswersView {...loaderData} />;
}
