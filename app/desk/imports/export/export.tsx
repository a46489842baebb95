import { shopContext } from '#core/platform/shop.server.ts';
import { ExportView } from './export-view.tsx';
import { countExport } from './find-export.server.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { readPartsQuery } from '#core/part-changes/parts-address.ts';
import type { Route } from './+types/export.ts';

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
