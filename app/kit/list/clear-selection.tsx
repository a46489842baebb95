import { Button } from '../button.tsx';

/** The button disappears with the selection, so the focus moves to the first row that was chosen. */
export function ClearSelection({ onClear }: { onClear: () => void }) {
  return (
    <Button
      size="small"
      variant="quiet"
      onClick={() => {
        findChosen()?.focus();
        onClear();
      }}
    >
      Clear selection
    </Button>
  );
}

function findChosen(): HTMLElement | undefined {
  const boxes = document.querySelectorAll<HTMLElement>('main :is(li, td) input:checked');
  return [...boxes].find((box) => box.checkVisibility());
}
