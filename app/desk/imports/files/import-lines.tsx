import { Badge, type BadgeTone } from '#kit/badge.tsx';
import { classNames } from '#kit/class-names.ts';
import { EmptyState } from '#kit/empty-state.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { TextLink } from '#kit/text-link.tsx';
import type { PartImport } from '#core/imports/files/list-part-changes.server.ts';
import type { ImportLine, ShownOutcome } from './list-lines.server.ts';

interface ImportLinesProps extends Pick<PartImport, 'id' | 'kind'> {
  lines: { rows: ImportLine[]; next: number | null };
  show: ShownOutcome | null;
}

const outcomes: Record<string, { text: string; tone: BadgeTone }> = {
  add: { text: 'Would be added', tone: 'good' },
  change: { text: 'Would be changed', tone: 'info' },
  same: { text: 'Unchanged', tone: 'neutral' },
  refuse: { text: 'Rejected', tone: 'bad' },
  skip: { text: 'Not a part', tone: 'neutral' },
  added: { text: 'Added', tone: 'good' },
  changed: { text: 'Changed', tone: 'info' },
  unchanged: { text: 'Unchanged', tone: 'neutral' },
  refused: { text: 'Rejected', tone: 'bad' },
  skipped: { text: 'Not a part', tone: 'neutral' },
  undone: { text: 'Undone', tone: 'neutral' },
  kept: { text: 'Not undone', tone: 'warning' },
};

/** A refused part of a bulk change: often it has nothing to change. */
const notChanged = { text: 'Not changed', tone: 'neutral' } as const;

export function ImportLines({ id, kind, lines: { rows, next }, show }: ImportLinesProps) {
  if (rows.length === 0) {
    return (
      <EmptyState title={kind === 'bulk' ? 'No such parts' : 'No such lines'}>
        {kind === 'bulk'
          ? 'No part of the change has this result.'
          : `No line of the file ${show ? `is ${show}` : 'is here'}.`}
      </EmptyState>
    );
  }
  const more =
    next === null
      ? null
      : `/admin/import/${id}?${new URLSearchParams({ ...(show && { show }), after: String(next) })}`;
  return (
    <>
      <ul className="rounded-lg border border-line bg-surface">
        {rows.map((line) => (
          <li key={line.place} className="border-b border-line px-4 py-3 last:border-none">
            <Line {...line} />
          </li>
        ))}
      </ul>
      <Pages previous={null} next={more} />
    </>
  );
}

/** Reasons of other lines are notes. */
function isFault(outcome: string | null): boolean {
  return outcome === 'refuse' || outcome === 'refused' || outcome === 'kept';
}

function Line({ line, outcome, reason, partId, name, changes, conflicts }: ImportLine) {
  const { text = 'Not begun', tone = 'outline' } =
    (line === null && outcome === 'refused' ? notChanged : outcomes[outcome ?? '']) ?? {};
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        {line !== null && (
          <span className="text-sm text-muted tabular-nums">Line {line.toLocaleString('en-US')}</span>
        )}
        <span className="min-w-0 font-semibold wrap-anywhere">
          {partId && outcome !== 'undone' ? <TextLink to={`/part/${partId}`}>{name}</TextLink> : name}
        </span>
        <Badge tone={tone}>{text}</Badge>
      </div>
      {reason && (
        <p
          className={classNames(
            'mt-1 text-sm wrap-anywhere',
            isFault(outcome) ? 'text-danger' : 'text-muted',
          )}
        >
          {reason}
        </p>
      )}
      {conflicts.map((conflict) => (
        <p key={conflict} className="mt-1 text-sm wrap-anywhere text-yellow-800">
          {conflict}
        </p>
      ))}
      {changes.length > 0 && (
        <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {changes.map(({ label, before, after }) => (
            <div key={label} className="min-w-0">
              <dt className="inline text-muted">{label}: </dt>
              <dd className="inline wrap-anywhere">
                {before !== null && (
                  <>
                    <del className="text-muted">{before || 'empty'}</del> <span aria-hidden>→</span>
                    <span className="sr-only"> becomes </span>{' '}
                  </>
                )}
                {after || 'empty'}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
