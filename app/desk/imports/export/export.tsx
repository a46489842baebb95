import { shopContext } from '#core/platform/shop.server.ts';
import { ExportView } from './export-view.tsx';
import { countExport } from './find-export.server.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { filtersOf, readPartsQuery } from '#core/part-changes/parts-address.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/export.ts';

export const meta = panelPage('Export');

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readPartsQuery(new URL(request.url).searchParams);
  const selection = { q: query.q, filters: filtersOf(query) };
  return {
    selection,
    parts: await asAdmin(context)((transaction) => countExport(transaction, selection)),
    feedUrl: `${context.get(shopContext).siteUrl}/feeds/google-merchant.xml`,
  };
}

export default function AdminExport({ loaderData }: Route.ComponentProps) {
  return <ExportView {...loaderData} />;
}
