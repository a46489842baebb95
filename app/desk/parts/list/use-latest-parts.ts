import { useLatestFrom } from '#core/live/ui/use-latest.ts';
import { countListChanges } from '#core/live/list-changes.ts';
import type { catalogFigures, listParts } from '#core/part-changes/list-parts.server.ts';
import { type PartsQuery, partsAddress } from '#core/part-changes/parts-address.ts';

interface Parts {
  list: Awaited<ReturnType<typeof listParts>>;
  figures: Awaited<ReturnType<typeof catalogFigures>>;
}

export interface LoadedParts extends Parts {
  query: PartsQuery;
}

/** Returns the loaded rows in their places with their newest values, and how many rows were added, removed or moved. */
export function useLatestParts({ query, list, figures }: LoadedParts): Parts & { changes: number } {
  const address = partsAddress(query).replace('/admin', '/admin/parts.json');
  const latest = useLatestFrom<Parts>(address, 'admin:parts', list);
  if (!latest) return { list, figures, changes: 0 };
  const newest = new Map(latest.list.rows.map((row) => [row.id, row]));
  const shown = list.rows.map(({ id }) => id);
  return {
    list: { ...list, total: latest.list.total, rows: list.rows.map((row) => newest.get(row.id) ?? row) },
    figures: latest.figures,
    changes: countListChanges(shown, [...newest.keys()]),
  };
}
