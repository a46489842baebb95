import { shopContext } from '#services/shop.server.ts';
import { ExportView } from '#features/admin/export/export-view.tsx';
import { countExport } from '#features/admin/export/find-export.server.ts';
import { asAdmin } from '#features/admin/only-admins.server.ts';
import { readPartsQuery } from '#features/admin/parts-address.ts';
import type { Route } from './+types/admin.export.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { q, filters } = readPartsQuery(new URL(request.url).searchParams);
  return {
    selection: { q, filters },
    parts: await asAdmin(context)((transaction) => countExport(transaction, { q, filters })),
    feedUrl: `${context.get(shopContext).siteUrl}/feeds/google-merchant.xml`,
  };
}

export default function AdminExport({ loaderData }: Route.ComponentProps) {
  return <ExportView {...loaderData} />;
}
