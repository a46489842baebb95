import { useEffect, useRef } from 'react';
import { useFetcher, useFormAction } from 'react-router';
import { countListChanges } from '../list-changes.ts';
import type { Topic } from '../live.ts';
import { useTopic } from './live-store.ts';

/** Sends at most one request a second. */
const PACE = { interval: 1_000, maxDelay: 0 };

interface Row {
  id: string;
  /** True if the row has left the list since the page was loaded, so that its values can be wrong. */
  hasMoved?: boolean;
}

interface Loaded<R extends Row> {
  list: { rows: R[] };
  /** Number of the newest change before the list was read. */
  asOf: number;
}

/**
 * Loads a list of the panel again after changes of a topic. Returns the loaded rows in their places with their newest values,
 * everything else in its current state, and the number of rows that were added, removed or moved.
 */
export function useLatestList<R extends Row, Data extends Loaded<R>>(
  topic: Topic,
  loaded: Data & Loaded<R>,
): { latest: Data; changes: number } {
  // Names the screen's own route, also if others have the same path.
  const address = useFormAction();
  const { load, data, reset } = useFetcher<Data>();
  const base = useRef(loaded.list);
  useTopic(topic, () => void load(address), PACE, loaded.asOf);
  useEffect(() => {
    if (base.current === loaded.list) return;
    base.current = loaded.list;
    // The page was loaded later.
    reset();
  }, [loaded.list, reset]);
  if (!data || data.asOf <= loaded.asOf) return { latest: loaded, changes: 0 };
  const newest = new Map((data as Data).list.rows.map((row) => [row.id, row]));
  const rows = loaded.list.rows.map((row) => newest.get(row.id) ?? { ...row, hasMoved: true });
  return {
    latest: { ...(data as Data), list: { ...(data as Data).list, rows } },
    changes: countListChanges(
      loaded.list.rows.map(({ id }) => id),
      [...newest.keys()],
    ),
  };
}
