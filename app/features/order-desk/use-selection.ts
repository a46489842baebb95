import { useState } from 'react';

/** The chosen orders of a page, by number. */
export interface Selection {
  chosen: ReadonlySet<string>;
  has: (number: string) => boolean;
  toggle: (number: string) => void;
  toggleAll: () => void;
  areAllChosen: boolean;
  clear: () => void;
}

export function useSelection(shown: readonly string[]): Selection {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  // Orders that left the page are not chosen any more.
  const chosen = new Set(shown.filter((number) => kept.has(number)));
  const areAllChosen = shown.length > 0 && chosen.size === shown.length;
  return {
    chosen,
    areAllChosen,
    has: (number) => chosen.has(number),
    toggle(number) {
      const next = new Set(chosen);
      if (!next.delete(number)) next.add(number);
      setKept(next);
    },
    toggleAll: () => setKept(new Set(areAllChosen ? [] : shown)),
    clear: () => setKept(new Set()),
  };
}
