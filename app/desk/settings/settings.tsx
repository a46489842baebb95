import { useAdminTools } from '#core/part-changes/ui/use-admin-tools.ts';
import { listCategories } from '#core/part-changes/list-parts.server.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { countryOptions } from './country-options.server.ts';
import { readHistory, readSettingsPage } from '#core/settings/read-settings-page.server.ts';
import { SettingsView } from './settings-view.tsx';
import { topicPages } from './topics/topics.ts';
import type { Route } from './+types/settings.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  const requested = parameters.get('page');
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

export default function AdminSettings({ loaderData }: Route.ComponentProps) {
  const { isEditing } = useAdminTools();
  return <SettingsView {...loaderData} guarded={!isEditing} />;
}
