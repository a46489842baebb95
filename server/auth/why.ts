import { AsyncLocalStorage } from 'node:async_hooks';
import { APIError } from 'better-auth/api';

const underway = new AsyncLocalStorage<{ cause?: unknown }>();

/** Notes the failure that better-auth tells its log: what it throws then does not say why. */
export function noteFailure(details: readonly unknown[]): void {
  const work = underway.getStore();
  if (work) work.cause ??= details.find((detail) => detail instanceof Error);
}

/** Runs `work` with better-auth. What it fails with has the cause, such as a broken connection to the database. */
export async function tellingWhy<T>(work: () => Promise<T>): Promise<T> {
  const noted: { cause?: unknown } = {};
  try {
    return await underway.run(noted, work);
  } catch (error) {
    const isVague = error instanceof APIError && error.statusCode >= 500 && noted.cause !== undefined;
    throw isVague ? new Error('better-auth failed', { cause: noted.cause }) : error;
  }
}
