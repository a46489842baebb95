import { asStaff } from '#core/accounts/only-staff.server.ts';
import { AwaitedPartsView } from './awaited-parts-view.tsx';
import { listAwaitedParts } from '../awaited-parts.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/awaited-parts.ts';

export const meta = panelPage('Awaited parts');

export async function loader({ request, context }: Route.LoaderArgs) {
  const after = new URL(request.url).searchParams.get('after');
  const list = await asStaff(context)((each) => listAwaitedParts(each, after));
  return { ...list, isFirst: after === null, isOn: context.get(settingsContext).limits.backInStockMail };
}

export default function AdminAwaitedParts({ loaderData }: Route.ComponentProps) {
  return <AwaitedPartsView {...loaderData} />;
}
