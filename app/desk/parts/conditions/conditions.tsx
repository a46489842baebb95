import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { conditionColumns } from '#core/catalog/condition.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { listConditions } from '#core/part-changes/list-parts.server.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { readChoices, readSeenCondition } from '../read-seen.server.ts';
import { ConditionsView } from './conditions-view.tsx';
import { conditionRefusals, deleteCondition, saveCondition } from './save-condition.server.ts';
import type { Route } from './+types/conditions.ts';

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { conditions: await asAdmin(context)(listConditions) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { intent, id = '', seen: sentSeen, choices: sentChoices, ...fields } = await readFields(request);
  const runAsAdmin = asAdmin(context);
  if (intent === 'delete' && isId(id)) {
    const moveTo = fields.move_to;
    return answerAction(context, 'Error deleting condition', () =>
      runAsAdmin((transaction) => deleteCondition(transaction, { id, moveTo })),
    );
  }
  const failure = 'Error saving condition';
  if (intent !== 'save' || (id !== 'new' && !isId(id))) return refuseForm(failure);
  // If the opened version is missing, all fields apply.
  const sent = conditionColumns.filter((column) => column in fields);
  const seen = sentSeen === undefined ? null : readSeenCondition(sentSeen, sent);
  const choices = readChoices(sentChoices);
  if (seen === undefined || !choices) return refuseForm(failure);
  return answerAction(
    context,
    failure,
    () => runAsAdmin((transaction) => saveCondition(transaction, { id, form: fields, seen, choices })),
    conditionRefusals,
  );
}

export default function AdminConditions({ loaderData }: Route.ComponentProps) {
  return <ConditionsView {...loaderData} />;
}
