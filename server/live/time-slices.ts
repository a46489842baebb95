import { nextTick } from 'node:process';
import { setImmediate } from 'node:timers/promises';

/** Longer uninterrupted work would delay other requests. */
const SLICE_TIME_MS = 2;

const ITEMS_PER_CHECK = 16;

/** Calls `work` for each item, in slices of a few milliseconds, between which other work can run. */
export async function inSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let until = performance.now() + SLICE_TIME_MS;
  let count = 0;
  for (const item of items) {
    work(item);
    count += 1;
    if (count % ITEMS_PER_CHECK > 0) continue;
    // Responses send what was written in the next tick, which takes most of the time.
    await new Promise<void>((resolve) => nextTick(resolve));
    if (performance.now() < until) continue;
    await setImmediate();
    until = performance.now() + SLICE_TIME_MS;
  }
}
