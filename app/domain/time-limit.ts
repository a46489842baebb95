/** Waits for `work`, for so many milliseconds at most: then it fails with a TimeLimitError. The work itself goes on. */
export async function withTimeLimit<T>(milliseconds: number, work: T | Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new TimeLimitError(milliseconds)), milliseconds);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for `work`, for so many milliseconds at most: then it returns the fallback. The work itself goes on. */
export async function orAfter<T, Fallback>(
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

class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';

  constructor(milliseconds: number) {
    super(`It took longer than ${milliseconds} ms`);
  }
}
