import { useRef, useState } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import type { CrawlState, MatchState } from './crawl-state.ts';
import { type ImportFields, proposedChanges } from '#core/imports/files/import-fields.ts';
import { partFields } from '#core/catalog/part-fields.ts';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { PartNumber } from '#kit/part-number.tsx';
import { EditMatch } from './edit-match.tsx';
import type { Calls } from './use-calls.ts';

export function Matches({ crawl, calls }: { crawl: CrawlState; calls: Calls }) {
  const [editing, setEditing] = useState<MatchState>();
  const heading = useRef<HTMLHeadingElement>(null);
  const { matches, undecided } = crawl;

  async function decide(
    intent: 'accept' | 'leave',
    position: number | 'all',
    edit?: { edited: Partial<ImportFields>; seen: ImportFields },
  ): Promise<boolean> {
    const body = { intent, crawlId: crawl.id, position, ...edit };
    const done = await calls.send(`${intent} ${position}`, 'catalog-import', body);
    // The focused button is gone.
    if (done) heading.current?.focus();
    return done;
  }

  return (
    <Card as="section" padding="roomy" aria-labelledby="matches">
      <div className="flex flex-wrap items-start gap-3">
        <div className="mr-auto min-w-0">
          <h2 id="matches" ref={heading} tabIndex={-1}>
            Already in the catalog
          </h2>
          <p className="mt-1 max-w-prose text-muted">
            {`${undecided} ${undecided === 1 ? 'part has' : 'parts have'} the same number, brand and vehicle as a part in the catalog. Nothing changes until you decide.`}
          </p>
        </div>
        {undecided > 1 && (
          <div className="flex flex-wrap gap-3">
            <Button
              busy={calls.busy === 'accept all'}
              disabled={calls.busy !== undefined}
              onClick={() => void decide('accept', 'all')}
            >
              Accept all
            </Button>
            <Button
              busy={calls.busy === 'leave all'}
              disabled={calls.busy !== undefined}
              onClick={() => void decide('leave', 'all')}
            >
              Leave all
            </Button>
          </div>
        )}
      </div>
      <ul className="mt-5 divide-y divide-line border-t border-line">
        {matches.map((match) => (
          <Match
            key={match.position}
            match={match}
            calls={calls}
            onDecide={(intent) => void decide(intent, match.position)}
            onEdit={() => setEditing(match)}
          />
        ))}
      </ul>
      {undecided > matches.length && (
        <p className="mt-3 text-muted">{`... and ${undecided - matches.length} more`}</p>
      )}
      {editing && (
        <EditMatch
          match={editing}
          busy={calls.busy !== undefined}
          onClose={() => setEditing(undefined)}
          onSave={async (edited) => {
            const edit = { edited, seen: editing.part };
            if (await decide('accept', editing.position, edit)) setEditing(undefined);
          }}
        />
      )}
    </Card>
  );
}

interface MatchProps {
  match: MatchState;
  calls: Calls;
  onDecide: (intent: 'accept' | 'leave') => void;
  onEdit: () => void;
}

function Match({ match: { position, found, part }, calls, onDecide, onEdit }: MatchProps) {
  const headingId = `match-${position}`;
  const isBusy = calls.busy !== undefined;
  return (
    <li className="grid gap-3 py-4 lg:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <h3 id={headingId} className="wrap-anywhere">
          {part.part_name} {part.oem_number && <PartNumber>{part.oem_number}</PartNumber>}
        </h3>
        <dl className="mt-2 grid gap-1 text-sm">
          {proposedChanges(found, part).map(({ field, from, to }) => (
            <div key={field} className="flex flex-wrap gap-x-2">
              <dt className="w-28 shrink-0 text-muted">{partFields[field].label}</dt>
              <dd className="flex min-w-0 flex-wrap items-center gap-x-2 wrap-anywhere">
                <del className="text-muted">{from ?? 'nothing'}</del>
                <span className="sr-only">becomes</span>
                <Icon name="ArrowRight" className="size-4 shrink-0 text-muted" />
                <ins className="no-underline">{to}</ins>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="flex flex-wrap items-start gap-2">
        <Button
          size="small"
          aria-describedby={headingId}
          busy={calls.busy === `accept ${position}`}
          disabled={isBusy}
          onClick={() => onDecide('accept')}
        >
          Accept
        </Button>
        <Button size="small" aria-describedby={headingId} disabled={isBusy} onClick={onEdit}>
          Edit
        </Button>
        <Button
          size="small"
          aria-describedby={headingId}
          busy={calls.busy === `leave ${position}`}
          disabled={isBusy}
          onClick={() => onDecide('leave')}
        >
          Leave
        </Button>
      </div>
    </li>
  );
}
