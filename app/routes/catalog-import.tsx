import { privatePage } from '#features/seo/page-meta.ts';
import { signOut } from '#features/accounts/sign-out.ts';
import { ImporterView } from '#features/importer/importer-view.tsx';
import type { Route } from './+types/catalog-import.ts';

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Catalog Import');
}

/** The same for all visitors, so that it can be cached. The state loads later. */
export default function CatalogImport() {
  return <ImporterView signOut={signOut} />;
}
