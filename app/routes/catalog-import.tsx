import { shop } from '#domain/shop.ts';

export function meta() {
  return [{ title: `Catalog Import | ${shop.name}` }];
}

export default function CatalogImport() {
  return (
    <main>
      <h1>Catalog Import</h1>
    </main>
  );
}
