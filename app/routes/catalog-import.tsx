import { shop } from '#domain/shop.ts';
import { signOut } from '#features/accounts/sign-out.ts';
import { ImporterView } from '#features/importer/importer-view.tsx';

export function meta() {
  return [{ title: `Catalog Import | ${shop.name}` }, { name: 'robots', content: 'noindex' }];
}

/** The page is the same for all visitors, so it can be cached. It loads the state later. */
export default function CatalogImport() {
  return <ImporterView signOut={signOut} />;
}
