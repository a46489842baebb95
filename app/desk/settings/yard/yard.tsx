import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import { changeRule, listRules, resetRule } from '#core/yard/paper/law.server.ts';
import { readEntity, saveEntity } from '#core/yard/paper/nmvtis.server.ts';
import { SettingsFrame } from '../settings-frame.tsx';
import { ruleFailures } from './rule-failures.ts';
import { YardSettingsView } from './yard-settings-view.tsx';
import type { Route } from './+types/yard.ts';

export const meta = panelPage('Cars and the law');

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return asAdmin(context)(async (transaction) => {
    const { pin, ...entity } = await readEntity(transaction);
    return { rules: await listRules(transaction), entity, hasPin: pin !== null };
  });
}

const commands = { 'change-rule': changeRule, 'reset-rule': resetRule, 'save-entity': saveEntity };

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFields(request);
  const intent = (Object.keys(commands) as (keyof typeof commands)[]).find((each) => each === form['intent']);
  if (!intent) return refuseForm('Error saving the settings');
  return answerAction(context, ruleFailures[intent], () =>
    asAdmin(context)((transaction) => commands[intent](transaction, form)),
  );
}

export default function AdminYardSettings({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsFrame>
      <YardSettingsView {...loaderData} />
    </SettingsFrame>
  );
}
