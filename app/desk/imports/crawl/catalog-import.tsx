import { privatePage } from '#core/settings/page-meta.ts';
import { signOut } from '#core/accounts/ui/sign-out.ts';
import { ImporterView } from './importer-view.tsx';
import type { Route } from './+types/catalog-import.ts';

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Catalog Import');
}

/** Renders the same for all visitors, so that it can be cached. The state loads later. */
export default function CatalogImport() {
  return <ImporterView signOut={signOut} />;
}
