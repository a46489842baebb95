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

/** What is being read; fails when it takes too long. */
export async function soon<T>(read: Promise<T>): Promise<T> {
  const late = Symbol('late');
  const found = await inTime(read, late);
  if (typeof found === 'symbol') throw new Error('What a page is as good without took too long');
  return found;
}
