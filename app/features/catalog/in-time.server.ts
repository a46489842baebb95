/** How long a page waits for what it is as good without, in milliseconds. */
const PATIENCE = 1_000;

/** What is being read, or the fallback when it takes too long. */
export function inTime<T, Fallback>(
  read: Promise<T>,
  fallback: Fallback,
  patience = PATIENCE,
): Promise<T | Fallback> {
  return new Promise((resolve, reject) => {
    const tooLate = setTimeout(resolve, patience, fallback);
    read.then(resolve, reject).finally(() => clearTimeout(tooLate));
  });
}
