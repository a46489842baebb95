import type { ReactNode } from 'react';
import { Button } from '../button.tsx';

interface SelectionBarProps {
  /** The number of chosen rows in words. Null if none is chosen. */
  text: string | null;
  onClear: () => void;
  /** The actions for the chosen rows. */
  children: ReactNode;
}

/** Offers actions for the chosen rows of a list. */
export function SelectionBar({ text, onClear, children }: SelectionBarProps) {
  // Without a choice it is out of sight: screen readers announce only changes of elements that were there before.
  return (
    <div
      className={
        text === null
          ? 'sr-only'
          : 'sticky bottom-0 z-10 mt-3 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-raised px-4 py-2 shadow-raised'
      }
    >
      <p role="status" className="mr-2 font-semibold tabular-nums">
        {text}
      </p>
      {text !== null && (
        <>
          {children}
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              // The button disappears with the selection, so the focus moves to the first row that was chosen.
              findChosen()?.focus();
              onClear();
            }}
          >
            Clear selection
          </Button>
        </>
      )}
    </div>
  );
}

function findChosen(): HTMLElement | undefined {
  const boxes = document.querySelectorAll<HTMLElement>('main :is(li, td) input:checked');
  return [...boxes].find((box) => box.checkVisibility());
}
