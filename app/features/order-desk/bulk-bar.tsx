import { Button } from '#ui/button.tsx';
import type { Selection } from './use-selection.ts';

/** What can be done with several orders. Its space is reserved while orders are chosen. */
export function BulkBar({ selection }: { selection: Selection }) {
  const count = selection.chosen.size;
  return (
    <div role="status" className="contents">
      {count > 0 && (
        <div className="sticky bottom-0 z-10 mt-3 flex flex-wrap items-center gap-3 rounded-lg border border-line-strong bg-raised px-4 py-2 shadow-raised">
          <p className="font-semibold tabular-nums">
            {count} {count === 1 ? 'order' : 'orders'} selected
          </p>
          <Button size="small" variant="quiet" onClick={selection.clear}>
            Clear selection
          </Button>
        </div>
      )}
    </div>
  );
}
