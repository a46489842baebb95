import { useState } from 'react';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { MAX_LABELS } from '../part-selection.ts';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { ClearSelection } from '#kit/list/clear-selection.tsx';
import type { Selection } from '#kit/use-selection.ts';
import { partsList, type PartsQuery } from '#core/part-changes/parts-address.ts';
import { BulkDialog } from './bulk-dialog.tsx';

interface BulkBarProps {
  selection: Selection;
  /** Number of parts that the list finds. */
  total: number;
  query: PartsQuery;
  categories: string[];
  conditions: string[];
}

/** Offers what can be done with several parts. */
export function BulkBar({ selection, total, query, categories, conditions }: BulkBarProps) {
  const { chosen, areAllChosen } = selection;
  const [all, setAll] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // Choosing single rows again ends the choice of all.
  const isAll = all && areAllChosen;
  const count = isAll ? total : chosen.size;
  const text = `${formatPartCount(count)} selected`;

  return (
    <>
      {/* Without a choice it is out of sight: a screen reader says only texts of elements that are there before. */}
      <div
        className={
          chosen.size > 0
            ? 'sticky bottom-0 z-10 mt-3 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-raised px-4 py-2 shadow-raised'
            : 'sr-only'
        }
      >
        <p role="status" className="mr-2 font-semibold tabular-nums">
          {chosen.size > 0 && text}
        </p>
        {chosen.size > 0 && (
          <>
            <Button size="small" variant="primary" onClick={() => setOpen(true)}>
              Change…
            </Button>
            {count <= MAX_LABELS && (
              <ButtonLink
                size="small"
                to={`/admin/labels?parts=${[...chosen].join(',')}`}
                target="_blank"
                className="max-sm:hidden"
              >
                Print labels
              </ButtonLink>
            )}
            {areAllChosen && !isAll && total > chosen.size && (
              <Button size="small" onClick={() => setAll(true)}>
                Select all {formatPartCount(total)}
              </Button>
            )}
            <ClearSelection
              onClear={() => {
                setAll(false);
                selection.clear();
              }}
            />
          </>
        )}
      </div>
      {isOpen && (
        <BulkDialog
          selection={
            isAll
              ? { all: partsList.write(partsList.first(query)).split('?')[1] ?? '' }
              : { ids: [...chosen].join(',') }
          }
          count={count}
          {...{ categories, conditions }}
          onClose={(started) => {
            setOpen(false);
            if (!started) return;
            setAll(false);
            selection.clear();
          }}
        />
      )}
    </>
  );
}
