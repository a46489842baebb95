import { Card } from '#kit/card.tsx';
import { Skeleton } from '#kit/skeleton.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { CrawlCard } from './crawl-card.tsx';
import { CrawlResults } from './crawl-results.tsx';
import { EarlierImports } from './earlier-imports.tsx';
import { KeyCard } from './key-card.tsx';
import { useKey } from './key-store.ts';
import { Matches } from './matches.tsx';
import { useCalls } from './use-calls.ts';
import { isRunning, useImporter } from './use-importer.ts';

/** Stands in until the stored key is read. */
function LoadingCard() {
  return (
    <Card as="section" padding="roomy" aria-busy className="min-h-72">
      <h2>RockAuto Catalog Importer</h2>
      <p className="sr-only">Loading...</p>
      <Skeleton className="mt-4 h-5 w-64 max-w-full" />
      <Skeleton className="mt-8 h-11 w-96 max-w-full" />
    </Card>
  );
}

/** Shows crawls and imports to admins only, because the page is public. */
export function ImporterView({ signOut }: { signOut: () => Promise<boolean> }) {
  const apiKey = useKey();
  const importer = useImporter();
  const calls = useCalls(importer.refresh);
  const { state } = importer;
  const crawl = state?.visitor === 'admin' ? state.crawl : null;
  const earlier = state?.visitor === 'admin' ? state.earlier : [];
  // The choice of how its pages are read keeps the focus while they are read again.
  const ended = crawl && (!isRunning(crawl) || crawl.status === 'reading') ? crawl : null;

  return (
    <main className="mx-auto min-h-dvh w-full max-w-page px-gutter py-8">
      <h1>Catalog Import</h1>
      <p className="mt-1 mb-6 text-muted">Import auto parts data from external sources</p>
      {state?.visitor === 'admin' && (
        <p className="-mt-3 mb-6">
          <TextLink to="/admin/import">Import parts from a file</TextLink>
        </p>
      )}
      <div className="grid grid-cols-1 gap-6">
        <div className="min-h-72">
          {apiKey === undefined && !isRunning(crawl) && <LoadingCard />}
          {apiKey === null && !isRunning(crawl) && <KeyCard />}
          {(typeof apiKey === 'string' || isRunning(crawl)) && (
            <CrawlCard apiKey={apiKey ?? null} importer={importer} calls={calls} signOut={signOut} />
          )}
        </div>
        {ended && <CrawlResults crawl={ended} calls={calls} />}
        {ended && ended.undecided > 0 && <Matches crawl={ended} calls={calls} />}
        {earlier.length > 0 && <EarlierImports imports={earlier} calls={calls} />}
      </div>
    </main>
  );
}
