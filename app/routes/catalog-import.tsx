import { shop } from '#domain/shop.ts';
import { signOut } from '#features/accounts/sign-out.ts';
import { ImporterView } from '#features/importer/importer-view.tsx';

export function meta() {
  return [{ title: `Catalog Import | ${shop.name}` }, { name: 'robots', content: 'noindex' }];
}

/** The same for all visitors, so that it can be cached. The state loads later. */
export default function CatalogImport() {
  return <ImporterView signOut={signOut} />;
}
