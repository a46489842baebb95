import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { readCurrentText } from '#core/legal/legal-texts.server.ts';
import { type LegalPageName, legalPages } from '#core/settings/legal-page.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { isDemoText, listLeftovers } from '#core/settings/list-leftovers.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import { readHasLegalTexts, readSettingsPage } from '#core/settings/read-settings-page.server.ts';
import { readDemo, removeDemo, undoDemoRemoval } from './demo.server.ts';
import { SetupView } from './setup-view.tsx';
import type { Route } from './+types/setup.ts';

export const meta = panelPage('Finish setup');

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const asOf = context.get(changesContext).newest;
  return asAdmin(context)(async (transaction) => {
    const { version, settings } = await readSettingsPage(transaction);
    const legalLeftovers: LegalPageName[] = [];
    for (const page of legalPages) {
      if (isDemoText((await readCurrentText(transaction, page)).body)) legalLeftovers.push(page);
    }
    return {
      asOf,
      version,
      settings,
      hasLegalTexts: await readHasLegalTexts(transaction),
      leftovers: listLeftovers(settings),
      legalLeftovers,
      demo: await readDemo(transaction, settings),
    };
  });
}

export async function action({ request, context }: Route.ActionArgs) {
  const { intent, confirmation = '' } = await readFields(request);
  const runAsAdmin = asAdmin(context);
  if (intent === 'remove-demo')
    return answerAction(context, 'Error removing demo', () =>
      runAsAdmin((transaction) => removeDemo(transaction, confirmation)),
    );
  const failure = 'Error undoing';
  if (intent !== 'undo-demo') return refuseForm(failure);
  return answerAction(context, failure, () => runAsAdmin(undoDemoRemoval));
}

export default function AdminSetup({ loaderData }: Route.ComponentProps) {
  return <SetupView {...loaderData} />;
}
