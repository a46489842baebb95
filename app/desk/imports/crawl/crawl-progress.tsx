import { useEffect, useState } from 'react';
import { crawlProgress, siteName } from '#core/imports/crawl/crawl.ts';
import type { CrawlState } from './crawl-state.ts';
import { Progress } from '#kit/progress.tsx';
import { isRunning } from './use-importer.ts';

/** Shows progress by Spec §9: 10 percent per second, at most 90, and 100 at the end. */
export function CrawlProgress({ crawl, readAt }: { crawl: CrawlState; readAt: number }) {
  const running = isRunning(crawl);
  const now = useClock(running);
  const percent = running ? crawlProgress(crawl.elapsed + Math.max(0, now - readAt)) : 100;
  const { pagesCompleted, pagesTotal } = crawl;
  return (
    <div className="mt-6 max-w-lg">
      <Progress label={`Crawling ${siteName(crawl.address)}... ${percent}%`} value={percent} />
      <p role="status" className="mt-2 min-h-6 text-sm text-muted tabular-nums">
        {pagesCompleted !== null && pagesTotal !== null && `${pagesCompleted} of ${pagesTotal} pages`}
        {pagesCompleted === null &&
          running &&
          'Waiting for the first page. You can leave this page; the crawl continues.'}
      </p>
    </div>
  );
}

/** Returns the time in milliseconds, updated each second. */
function useClock(ticking: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!ticking) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}
