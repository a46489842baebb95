import { setTimeout as wait } from 'node:timers/promises';

/** Waits as long as the work took, so that requests of others get half of the time beside work that is long. */
export async function thenRest<Result>(work: Promise<Result>): Promise<Result> {
  const beganAt = performance.now();
  const result = await work;
  await wait(performance.now() - beganAt);
  return result;
}
