import { redirect } from 'react-router';
import { useAdminTools } from '#core/part-changes/ui/use-admin-tools.ts';
import { listCategories } from '#core/part-changes/list-parts.server.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { countryOptions } from './country-options.server.ts';
import { readHistory, readSettingsPage } from '#core/settings/read-settings-page.server.ts';
import { answerAction, readForm, readTexts } from '#core/platform/answer-action.server.ts';
import { restoreVersion } from './restore-version.server.ts';
import { answerTopicForm } from './save-topic-form.server.ts';
import { TAX_PAGE } from './settings-pages.ts';
import { SettingsView } from './settings-view.tsx';
import { topicPages } from './topics/topics.ts';
import type { Route } from './+types/settings.ts';

export { pictureForm as accepts } from '#core/values/accepts.ts';
export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  const requested = parameters.get('page');
  // This was the address of the form. The browser keeps its hash.
  if (requested === 'tax') throw redirect(TAX_PAGE);
  const isPage = requested === 'history' || topicPages.some(({ topic }) => topic === requested);
  const page = (isPage ? requested : topicPages[0]?.topic) ?? '';
  const before = /^\d{1,9}$/.exec(parameters.get('before') ?? '')?.[0];
  return asAdmin(context)(async (transaction) => ({
    ...(await readSettingsPage(transaction)),
    categories: (await listCategories(transaction)).map(({ name }) => name),
    countries: page === 'shipping' ? countryOptions : [],
    page,
    history:
      page === 'history'
        ? await readHistory(transaction, before === undefined ? undefined : Number(before))
        : null,
  }));
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { intent, version = '', seenVersion } = readTexts(form);
  if (intent === 'restore' && /^[1-9]\d{0,8}$/.test(version)) {
    const restored = { version: Number(version), seenVersion: Number(seenVersion) };
    return answerAction(context, 'Error restoring settings', () =>
      asAdmin(context)((transaction) => restoreVersion(transaction, restored)),
    );
  }
  return answerTopicForm(context, form);
}

export default function AdminSettings({ loaderData }: Route.ComponentProps) {
  const { isEditing } = useAdminTools();
  return <SettingsView {...loaderData} guarded={!isEditing} />;
}
