import { Button } from '#kit/button.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { Link } from '#kit/link.tsx';
import { ScanCode } from '#core/values/ui/scan-code.tsx';
import type { PartLabel } from './read-labels.server.ts';
import './labels.css';

/** Lists paper for labels of 4 by 2 inches. */
export const labelPapers = {
  sheet: 'Sheets of ten (Avery 5163)',
  roll: 'Label printer, 4 × 2 in',
} as const;

export type LabelPaper = keyof typeof labelPapers;

interface LabelsViewProps {
  labels: PartLabel[];
  paper: LabelPaper;
}

/** Shows the labels. Nothing else is printed. */
export function LabelsView({ labels, paper }: LabelsViewProps) {
  const selection = labels.map(({ id }) => id).join(',');
  return (
    <main className="mx-auto w-full max-w-page px-gutter py-8 print:m-0 print:max-w-none print:p-0">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <h1>Labels</h1>
        <nav aria-label="Paper" className="flex flex-wrap items-center gap-4">
          {Object.entries(labelPapers).map(([name, label]) => (
            <Link
              key={name}
              to={`/admin/labels?parts=${selection}&paper=${name}`}
              replace
              aria-current={name === paper ? 'page' : undefined}
              className="aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {label}
            </Link>
          ))}
          <Button variant="primary" onClick={() => window.print()}>
            Print
          </Button>
        </nav>
        <p className="w-full text-sm text-muted">
          Print at 100%, without headers and footers. Scan a label with a phone camera to open its part.
        </p>
      </div>
      {labels.length === 0 ? (
        <EmptyState title="Nothing to print">None of these parts exist anymore.</EmptyState>
      ) : (
        <div className={paper === 'sheet' ? 'labels-on-sheets' : 'labels-on-roll'}>
          {labels.map((label) => (
            <Label key={label.id} {...label} />
          ))}
        </div>
      )}
    </main>
  );
}

function Label({ id, name, vehicle, condition, oemNumber, stockNumber, place }: PartLabel) {
  return (
    <article
      aria-label={`Label of ${name}`}
      className="part-label flex items-center gap-3 overflow-hidden rounded-md border border-line bg-surface p-3 max-sm:mb-3 print:rounded-none print:border-0"
    >
      <ScanCode of={id} className="size-34" />
      <div className="min-w-0 text-sm leading-tight">
        <p className="line-clamp-2 text-base font-semibold wrap-anywhere">{name}</p>
        <p className="line-clamp-2">{[vehicle, condition].filter(Boolean).join(', ')}</p>
        {oemNumber && <p className="truncate">{oemNumber}</p>}
        {stockNumber && <p className="mt-1 truncate text-lg font-semibold">{stockNumber}</p>}
        {place && <p className="line-clamp-1">Place: {place}</p>}
      </div>
    </article>
  );
}
