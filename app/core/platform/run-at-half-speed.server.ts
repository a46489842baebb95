import { setTimeout as wait } from 'node:timers/promises';

/** Waits after the work for as long as it took, so that others' requests get half of the time beside long work. */
export async function runAtHalfSpeed<Result>(work: Promise<Result>): Promise<Result> {
  const beganAt = performance.now();
  const result = await work;
  await wait(performance.now() - beganAt);
  return result;
}
