import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { agentsContext } from '#core/agents/agents.server.ts';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { platformsList } from '../assistants-pages.ts';
import { changeRefusal } from './change-refusal.server.ts';
import { listPlatforms } from './list-platforms.server.ts';
import { PlatformsView } from './platforms-view.tsx';
import type { Route } from './+types/platforms.ts';

export const meta = panelPage('Assistants');

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = platformsList.read(new URL(request.url).searchParams);
  const { assistants } = context.get(settingsContext);
  return {
    isOpen: assistants.open,
    siteUrl: context.get(shopContext).siteUrl,
    now: new Date().toISOString(),
    list: await asAdmin(context)((transaction) => listPlatforms(transaction, query, assistants.refusedHosts)),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { intent, host = '', isStolen } = await readFields(request);
  const runAsAdmin = asAdmin(context);
  if (intent === 'refuse' || intent === 'serve')
    return answerAction(context, 'Error changing the settings', () =>
      runAsAdmin((transaction) => changeRefusal(transaction, { intent, host })),
    );
  if (intent !== 'change-key') return refuseForm('Error changing the settings');
  return answerAction(context, 'Error changing the key', async () => {
    const isCompromised = isStolen === 'yes';
    // The shop itself writes keys. The event comes first: a key must not change without one.
    await runAsAdmin((transaction) =>
      logAdminAction(transaction, 'change_agent_key', {
        resourceType: 'agent_keys',
        isStolen: isCompromised,
      }),
    );
    await context.get(agentsContext).rotateKey({ isCompromised });
    return { done: true, message: 'The signing key is changed' };
  });
}

export default function AdminAssistants({ loaderData }: Route.ComponentProps) {
  return <PlatformsView {...loaderData} />;
}
