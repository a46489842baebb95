import { useCallback, useEffect, useRef, useState } from 'react';
import { hasEnded } from '#domain/crawl.ts';
import type { CrawlState, ImporterState } from '#domain/crawl-state.ts';
import { prepareToasts, showToast } from '#ui/show-toast.ts';
import { fetchState } from './importer-calls.ts';

/** How often a running crawl is asked about, in milliseconds, and how often when that fails. */
const ASK_EVERY = 2_000;
const ASK_LATER = 5_000;

export interface Importer {
  /** Undefined until it is known. */
  state: ImporterState | undefined;
  /** When the state was read, by this browser's clock. */
  readAt: number;
  /** The crawl that ended before the visitor's eyes. */
  seenEnding: string | undefined;
  refresh: () => Promise<void>;
}

/** The last crawl, followed until it ends. Its end is told once, to whoever saw it run. */
export function useImporter(): Importer {
  const [read, setRead] = useState<{ state?: ImporterState; readAt: number }>({ readAt: 0 });
  const [failures, setFailures] = useState(0);
  const [seenEnding, setSeenEnding] = useState<string>();
  /** The crawl that was there at the last look, and whether it was running; null when there was none. */
  const known = useRef<{ id: string; running: boolean } | null>(undefined);

  const refresh = useCallback(async () => {
    const next = await fetchState();
    setRead({ state: next, readAt: Date.now() });
    setFailures(0);
    const crawl = next.visitor === 'admin' ? next.crawl : null;
    const before = known.current;
    known.current = crawl && { id: crawl.id, running: isRunning(crawl) };
    if (!crawl || isRunning(crawl) || before === undefined) return;
    // A crawl that ended between two looks was running before it did.
    if (before?.id === crawl.id && !before.running) return;
    setSeenEnding(crawl.id);
    tellEnd(crawl);
  }, []);

  const { state, readAt } = read;
  const waiting = state === undefined || (state.visitor === 'admin' && isRunning(state.crawl));
  useEffect(() => {
    if (!waiting) return;
    const delay = failures > 0 ? ASK_LATER : read.state === undefined ? 0 : ASK_EVERY;
    const timer = setTimeout(() => {
      refresh().catch(() => setFailures((before) => before + 1));
    }, delay);
    return () => clearTimeout(timer);
  }, [waiting, read, failures, refresh]);

  // A network that fails must still be told of.
  useEffect(() => void prepareToasts().catch(() => undefined), []);

  return { state, readAt, seenEnding, refresh };
}

export function isRunning(crawl: CrawlState | null): boolean {
  return crawl !== null && !hasEnded(crawl.status);
}

/** Spec §8, Importer toasts. */
function tellEnd(crawl: CrawlState) {
  if (crawl.status === 'failed') {
    void showToast({ kind: 'error', title: `Error: ${crawl.error ?? 'Failed to crawl RockAuto catalog'}` });
  } else if (crawl.status === 'canceled') {
    void showToast({ title: 'Crawl canceled' });
  } else if (crawl.partsFound === 0) {
    void showToast({ kind: 'error', title: 'Warning: No parts data extracted from crawl' });
  } else {
    void showToast({ kind: 'success', title: `Success: Imported ${crawl.imported} parts to catalog` });
  }
}
