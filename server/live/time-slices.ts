import { setImmediate } from 'node:timers/promises';

/** In milliseconds. Longer work in one piece would delay other requests. */
const SLICE_TIME = 5;

/** How many items are done before the clock is read. */
const ITEMS_PER_CHECK = 16;

/** Calls `work` for each item, in slices of a few milliseconds, between which other work can run. */
export async function inSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let until = performance.now() + SLICE_TIME;
  let count = 0;
  for (const item of items) {
    work(item);
    count += 1;
    if (count % ITEMS_PER_CHECK > 0 || performance.now() < until) continue;
    await setImmediate();
    until = performance.now() + SLICE_TIME;
  }
}
