/** Waits for `work`. Throws a TimeLimitError after the time limit, but the work continues. */
export async function withTimeLimit<T>(milliseconds: number, work: T | Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new TimeLimitError(milliseconds)), milliseconds);
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for `work`, or returns the fallback after the time limit. The work continues. */
export async function withFallbackAfter<T, Fallback>(
  milliseconds: number,
  fallback: Fallback,
  work: Promise<T>,
): Promise<T | Fallback> {
  try {
    return await withTimeLimit(milliseconds, work);
  } catch (error) {
    if (error instanceof TimeLimitError) return fallback;
    throw error;
  }
}

/** Work took longer than its time limit. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';

  constructor(milliseconds: number) {
    super(`Timed out after ${milliseconds} ms`);
  }
}
