import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { kindColumns, kindKey } from '#core/catalog/part-kind.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { readChoices, readSeenKind } from '../read-seen.server.ts';
import { KindsView } from './kinds-view.tsx';
import { listKinds } from './list-kinds.server.ts';
import { deleteKind, kindRefusals, saveKind } from './save-kind.server.ts';
import type { Route } from './+types/kinds.ts';

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { kinds: await asAdmin(context)(listKinds) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { intent, key, seen: sentSeen, choices: sentChoices, ...fields } = await readFields(request);
  const runAsAdmin = asAdmin(context);
  if (intent === 'delete' && isKey(key)) {
    return answerAction(context, 'Error deleting kind', () =>
      runAsAdmin((transaction) => deleteKind(transaction, key)),
    );
  }
  const failure = 'Error saving kind';
  // If the opened version is missing, all fields apply.
  const sent = kindColumns.filter((column) => column in fields);
  const seen = sentSeen === undefined ? null : readSeenKind(sentSeen, sent);
  const choices = readChoices(sentChoices);
  if (intent !== 'save' || (key && !isKey(key)) || seen === undefined || !choices) return refuseForm(failure);
  return answerAction(
    context,
    failure,
    () =>
      runAsAdmin((transaction) =>
        saveKind(transaction, { key: key || undefined, form: fields, seen, choices }),
      ),
    kindRefusals,
  );
}

function isKey(key: string | undefined): key is string {
  return key !== undefined && key !== '' && kindKey(key) === key;
}

export default function AdminKinds({ loaderData }: Route.ComponentProps) {
  return <KindsView {...loaderData} />;
}
