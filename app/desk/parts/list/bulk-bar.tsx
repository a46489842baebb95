import { useState } from 'react';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { MAX_LABELS } from '../part-selection.ts';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { SelectionBar } from '#kit/list/selection-bar.tsx';
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

  function clear() {
    setAll(false);
    selection.clear();
  }

  return (
    <>
      <SelectionBar text={chosen.size > 0 ? text : null} onClear={clear}>
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
      </SelectionBar>
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
            if (started) clear();
          }}
        />
      )}
    </>
  );
}
