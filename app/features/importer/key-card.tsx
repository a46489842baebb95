import { Card } from '#ui/card.tsx';
import { KeyForm } from './key-form.tsx';

/** Spec §2: what the importer shows without a key. */
export function KeyCard() {
  return (
    <Card as="section" padding="roomy" aria-labelledby="importer">
      <h2 id="importer">RockAuto Catalog Importer</h2>
      <p className="mt-1 mb-5 max-w-prose text-muted">
        The RockAuto catalog is crawled by Firecrawl, a scraping service. You need a key of your own for it.
      </p>
      <KeyForm />
    </Card>
  );
}
