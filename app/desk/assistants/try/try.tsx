import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { listConditions } from '#core/part-changes/list-parts.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { TryView } from './try-view.tsx';
import type { Route } from './+types/try.ts';

export const meta = panelPage('Try a request of an assistant');

export async function loader({ context }: Route.LoaderArgs) {
  const conditions = await asAdmin(context)(listConditions);
  return {
    isOpen: context.get(settingsContext).assistants.open,
    conditions: conditions.map(({ name }) => name),
  };
}

export default function AdminAssistantsTry({ loaderData }: Route.ComponentProps) {
  return <TryView {...loaderData} />;
}
