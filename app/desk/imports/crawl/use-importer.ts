import { useCallback, useEffect, useRef, useState } from 'react';
import { useTopic } from '#core/live/ui/live-store.ts';
import { hasEnded } from '#core/imports/crawl/crawl.ts';
import { formatPartCount } from '#core/catalog/part-count.ts';
import type { CrawlState, ImporterState } from './crawl-state.ts';
import { prepareToasts, showToast } from '#kit/show-toast.ts';
import { fetchState } from './importer-calls.ts';

/** A browser without live updates asks again after this time. */
const POLL_MS = 2_000;
const RETRY_MS = 5_000;
const PACE = { interval: 500, maxDelay: 0 };

export interface Importer {
  state: ImporterState | undefined;
  /** Time by this browser's clock. */
  readAt: number;
  /** Crawl that ended while the page was open. */
  endedCrawlId: string | undefined;
  refresh: () => Promise<void>;
}

export function useImporter(): Importer {
  const [read, setRead] = useState<{ state?: ImporterState; readAt: number }>({ readAt: 0 });
  const [failures, setFailures] = useState(0);
  const [endedCrawlId, setEndedCrawlId] = useState<string>();
  const lastCrawl = useRef<{ id: string; status: string } | null>(undefined);

  const refresh = useCallback(async () => {
    const next = await fetchState();
    setRead({ state: next, readAt: Date.now() });
    setFailures(0);
    const crawl = next.visitor === 'admin' ? next.crawl : null;
    const before = lastCrawl.current;
    lastCrawl.current = crawl && { id: crawl.id, status: crawl.status };
    if (!crawl || isRunning(crawl) || before === undefined) return;
    // A crawl that started and ended between two polls counts.
    if (before?.id === crawl.id && before.status === crawl.status) return;
    setEndedCrawlId(crawl.id);
    announceEnd(crawl);
  }, []);

  const { state, readAt } = read;
  // This covers crawls that start in another browser too.
  useTopic(
    state?.visitor === 'admin' ? 'admin:crawls' : undefined,
    () => void refresh().catch(() => undefined),
    PACE,
  );
  const waiting = state === undefined || (state.visitor === 'admin' && isRunning(state.crawl));
  useEffect(() => {
    if (!waiting) return;
    const delay = failures > 0 ? RETRY_MS : read.state === undefined ? 0 : POLL_MS;
    const timer = setTimeout(() => {
      refresh().catch(() => setFailures((count) => count + 1));
    }, delay);
    return () => clearTimeout(timer);
  }, [waiting, read, failures, refresh]);

  // Toasts can't load once the network is gone.
  useEffect(() => void prepareToasts().catch(() => undefined), []);

  return { state, readAt, endedCrawlId, refresh };
}

export function isRunning(crawl: CrawlState | null): boolean {
  return crawl !== null && !hasEnded(crawl.status);
}

function announceEnd(crawl: CrawlState) {
  if (crawl.status === 'failed') {
    void showToast({ kind: 'error', title: `Error: ${crawl.error ?? 'Failed to crawl RockAuto catalog'}` });
  } else if (crawl.status === 'canceled') {
    void showToast({ title: 'Crawl canceled' });
  } else if (crawl.partsFound === 0) {
    void showToast({ kind: 'error', title: 'Warning: No parts data extracted from crawl' });
  } else if (crawl.status === 'found') {
    void showToast({ title: `Found ${formatPartCount(crawl.partsFound)}. Nothing is imported yet` });
  } else {
    void showToast({ kind: 'success', title: `Success: Imported ${crawl.imported} parts to catalog` });
  }
}
