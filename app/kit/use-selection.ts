import { useState } from 'react';

/** The chosen rows of a page, by number or id. */
export interface Selection {
  chosen: ReadonlySet<string>;
  has: (key: string) => boolean;
  toggle: (key: string) => void;
  toggleAll: () => void;
  areAllChosen: boolean;
  clear: () => void;
}

export function useSelection(shown: readonly string[]): Selection {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  // Rows that left the page are no longer chosen.
  const chosen = new Set(shown.filter((key) => kept.has(key)));
  const areAllChosen = shown.length > 0 && chosen.size === shown.length;
  return {
    chosen,
    areAllChosen,
    has: (key) => chosen.has(key),
    toggle(key) {
      const next = new Set(chosen);
      if (!next.delete(key)) next.add(key);
      setKept(next);
    },
    toggleAll: () => setKept(new Set(areAllChosen ? [] : shown)),
    clear: () => setKept(new Set()),
  };
}
