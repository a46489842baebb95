import { Card } from '#kit/card.tsx';
import { KeyForm } from './key-form.tsx';

export function KeyCard() {
  return (
    <Card as="section" padding="roomy" aria-labelledby="importer">
      <h2 id="importer">RockAuto Catalog Importer</h2>
      <p className="mt-1 mb-5 max-w-prose text-muted">
        Firecrawl, a scraping service, crawls the RockAuto catalog. You need your own API key.
      </p>
      <KeyForm />
    </Card>
  );
}
