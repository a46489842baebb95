/** How many long answers one address may read at once, and all together. */
const FOR_ONE_ADDRESS = 2;
const FOR_ALL = 24;

/** How many of their reads reach the database at once: pages have the rest of its connections. */
const READS_AT_ONCE = 2;

/** A reader that takes nothing for so long, in milliseconds, is gone. */
const PATIENCE = 30_000;

const reading = new Map<string, number>();

/** Takes a place among those who read; undefined when there is none. What it returns gives the place back, once. */
export function takePlace(address: string): (() => void) | undefined {
  const own = reading.get(address) ?? 0;
  const all = [...reading.values()].reduce((sum, count) => sum + count, 0);
  if (own >= FOR_ONE_ADDRESS || all >= FOR_ALL) return undefined;
  reading.set(address, own + 1);
  let taken = true;
  return () => {
    if (!taken) return;
    taken = false;
    const left = (reading.get(address) ?? 1) - 1;
    if (left > 0) reading.set(address, left);
    else reading.delete(address);
  };
}

let reads = 0;
const waiting: (() => void)[] = [];

/** Does one short read when it is its turn. */
export async function inTurn<T>(read: () => Promise<T>): Promise<T> {
  // Whoever ends a read hands its turn on, so that nobody who comes in between takes it.
  if (reads >= READS_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else reads += 1;
  try {
    return await read();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else reads -= 1;
  }
}

/**
 * A body that is made as it is read: the next piece only when the reader has taken the last. It fails when one can't be
 * made, so that what has come so far is not taken for the whole, and when nobody has read on for long.
 */
export function streamed(
  pieces: AsyncIterator<string>,
  { onEnd, patience = PATIENCE }: { onEnd: () => void; patience?: number },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let impatient: NodeJS.Timeout | undefined;
  const end = async () => {
    clearTimeout(impatient);
    onEnd();
    await pieces.return?.();
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      clearTimeout(impatient);
      try {
        const { done, value } = await pieces.next();
        if (done) {
          onEnd();
          controller.close();
          return;
        }
        controller.enqueue(encoder.encode(value));
        impatient = setTimeout(() => {
          controller.error(new Error('Nobody reads any more'));
          void end();
        }, patience).unref();
      } catch (error) {
        onEnd();
        throw error;
      }
    },
    cancel: end,
  });
}
