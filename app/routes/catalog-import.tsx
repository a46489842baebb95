import { shop } from '#domain/shop.ts';
import { signOut } from '#features/accounts/sign-out.ts';
import { ImporterView } from '#features/importer/importer-view.tsx';

export function meta() {
  return [{ title: `Catalog Import | ${shop.name}` }, { name: 'robots', content: 'noindex' }];
}

/** The same for everybody: who may do what, and what was done, is asked for once the page is there. */
export default function CatalogImport() {
  return <ImporterView signOut={signOut} />;
}
