import { useEffect, useState } from 'react';
import { crawlProgress } from '#domain/crawl.ts';
import type { CrawlState } from '#domain/crawl-state.ts';
import { Progress } from '#ui/progress.tsx';
import { isRunning } from './use-importer.ts';

/** Spec §9: 10 percent more each second, up to 90; 100 at the end. The pages are the service's own count. */
export function CrawlProgress({ crawl, readAt }: { crawl: CrawlState; readAt: number }) {
  const running = isRunning(crawl);
  const now = useSeconds(running);
  const percent = running ? crawlProgress(crawl.elapsed + Math.max(0, now - readAt)) : 100;
  const { pagesCompleted, pagesTotal } = crawl;
  return (
    <div className="mt-6 max-w-lg">
      <Progress label={`Crawling RockAuto catalog... ${percent}%`} value={percent} />
      <p role="status" className="mt-2 min-h-6 text-sm text-muted tabular-nums">
        {pagesCompleted !== null && pagesTotal !== null && `${pagesCompleted} of ${pagesTotal} pages`}
        {pagesCompleted === null &&
          running &&
          'Waiting for the first page. You can leave: the crawl goes on.'}
      </p>
    </div>
  );
}

/** The time, by this browser's clock, each second while it is of interest. */
function useSeconds(ticking: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!ticking) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}
