import type { ReactNode } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import type { CrawlState } from './crawl-state.ts';
import { partFields } from '#core/catalog/part-fields.ts';
import { Alert } from '#kit/alert.tsx';
import { Badge, type BadgeTone } from '#kit/badge.tsx';
import { Card } from '#kit/card.tsx';
import { ReviewFound } from './review-found.tsx';
import type { Calls } from './use-calls.ts';
import { PartNumber } from '#kit/part-number.tsx';

const tones: Record<string, BadgeTone> = { completed: 'good', failed: 'bad' };

export function CrawlResults({ crawl, calls }: { crawl: CrawlState; calls: Calls }) {
  const { status, pagesCompleted, pagesTotal, creditsUsed, expiresAt, error, serviceError } = crawl;
  return (
    <Card as="section" padding="roomy" aria-labelledby="results">
      <h2 id="results">Crawl Results</h2>
      <p className="mt-1 text-sm break-all text-muted">{crawl.address}</p>
      <dl className="mt-4 grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Fact name="Status">
          <Badge tone={tones[status] ?? 'neutral'}>{status}</Badge>
        </Fact>
        <Fact name="Pages">
          {pagesCompleted ?? '-'}/{pagesTotal ?? '-'}
        </Fact>
        <Fact name="Credits Used">{creditsUsed ?? '-'}</Fact>
        <Fact name="Expires">{expiresAt === null ? '-' : formatDate(expiresAt)}</Fact>
      </dl>
      {status === 'failed' && (
        <Alert tone="danger" title="The crawl failed" className="mt-5">
          <p className="wrap-anywhere">{error}</p>
          {serviceError && <p className="mt-1 wrap-anywhere">The scraping service says: {serviceError}</p>}
        </Alert>
      )}
      {status === 'completed' && <Extracted crawl={crawl} />}
      {(status === 'found' || status === 'reading') && (
        <>
          <Extracted crawl={crawl} />
          <ReviewFound crawl={crawl} calls={calls} />
        </>
      )}
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5 font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

function formatDate(iso: string): string {
  return new Date(iso).toLocaleDateString('en-US', { dateStyle: 'medium' });
}

function Extracted({ crawl }: { crawl: CrawlState }) {
  const { partsFound, preview, raw } = crawl;
  if (partsFound === 0) return <NoParts raw={raw} />;
  const more = partsFound - preview.length;
  return (
    <div className="mt-6">
      <h3>Extracted Parts Data:</h3>
      <p className="mt-1">{`Found ${partsFound} parts`}</p>
      <p className="text-muted">{describeOutcome(crawl)}</p>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {preview.map((part) => (
          <li key={part.position} className="py-3">
            <p className="font-semibold wrap-anywhere">{part.part_name}</p>
            <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm">
              <Detail name={partFields.oem_number.abbreviation}>
                {part.oem_number && <PartNumber>{part.oem_number}</PartNumber>}
              </Detail>
              <Detail name={partFields.brand.label}>{part.brand}</Detail>
              <Detail name={partFields.category.label}>{part.category}</Detail>
              <Detail name={partFields.description.label}>{part.description}</Detail>
              {crawl.status !== 'completed' && <Detail name={partFields.price.label}>{part.price}</Detail>}
            </dl>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-3 text-muted">{`... and ${more} more parts`}</p>}
    </div>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="text-muted">{name}:</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function describeOutcome({ status, imported, undecided, unchanged, repeated, undone }: CrawlState): string {
  if (status === 'reading') return 'Reading the pages again...';
  if (status === 'found') return 'Nothing is imported yet. Please check that each number has its own name.';
  if (undone) return 'This import has been undone.';
  const parts = [
    `${imported} added to the catalog without price or stock`,
    undecided > 0 && `${undecided} already in the catalog with different details`,
    unchanged > 0 && `${unchanged} already in the catalog`,
    repeated > 0 && `${repeated} found more than once`,
  ];
  return `${parts.filter(Boolean).join('; ')}.`;
}

function NoParts({ raw }: { raw: unknown[] }) {
  return (
    <div className="mt-6">
      <h3>No parts data extracted</h3>
      <p className="mt-1 max-w-prose text-muted">
        No line of the crawled pages contains a part number followed by a name.
      </p>
      <details className="group mt-3">
        <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-sm font-semibold text-link [&::-webkit-details-marker]:hidden">
          <Icon name="ChevronRight" className="size-5 transition-transform group-open:rotate-90" />
          View raw data
        </summary>
        <pre
          tabIndex={0}
          aria-label="Raw data"
          role="region"
          className="mt-2 max-h-96 overflow-auto rounded-md border border-line bg-sunken p-4 text-sm whitespace-pre-wrap wrap-anywhere"
        >
          {JSON.stringify(raw, null, 2)}
        </pre>
      </details>
    </div>
  );
}
