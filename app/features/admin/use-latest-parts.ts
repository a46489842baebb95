import { useState } from 'react';
import { useFetcher } from 'react-router';
import { useTopic } from '#live';
import { countListChanges } from '#domain/list-changes.ts';
import type { catalogFigures, listParts } from './list-parts.server.ts';
import { type PartsQuery, partsAddress } from './parts-address.ts';
import { PACE } from './use-admin-news.ts';

export interface LoadedParts {
  query: PartsQuery;
  list: Awaited<ReturnType<typeof listParts>>;
  figures: Awaited<ReturnType<typeof catalogFigures>>;
}

/** The loaded rows in their places, with their newest values, and how many rows were added, removed or moved. */
export function useLatestParts(loaded: LoadedParts): LoadedParts & { changes: number } {
  const { load, data } = useFetcher<LoadedParts>({ key: 'parts' });
  /** The list that was shown when the newest was requested. */
  const [base, setBase] = useState<LoadedParts['list']>();

  useTopic(
    'admin:parts',
    () => {
      setBase(loaded.list);
      const { pathname, search } = new URL(partsAddress(loaded.query), 'http://shop');
      void load(`${pathname}?index${search.replace('?', '&')}`);
    },
    PACE,
  );
  if (!data || base !== loaded.list) return { ...loaded, changes: 0 };
  const newest = new Map(data.list.rows.map((row) => [row.id, row]));
  return {
    ...loaded,
    figures: data.figures,
    list: {
      ...loaded.list,
      total: data.list.total,
      rows: loaded.list.rows.map((row) => newest.get(row.id) ?? row),
    },
    changes: countListChanges(
      loaded.list.rows.map(({ id }) => id),
      [...newest.keys()],
    ),
  };
}
