const MAX_STREAMS_PER_ADDRESS = 2;
const MAX_STREAMS = 24;

/** Most connections stay free for pages. */
const MAX_CONCURRENT_READS = 2;

const IDLE_TIMEOUT_MS = 30_000;

const streams = new Map<string, number>();

/** Returns a release function, or undefined if no slot is free. */
export function acquireSlot(address: string): (() => void) | undefined {
  const own = streams.get(address) ?? 0;
  const all = [...streams.values()].reduce((sum, count) => sum + count, 0);
  if (own >= MAX_STREAMS_PER_ADDRESS || all >= MAX_STREAMS) return undefined;
  streams.set(address, own + 1);
  let released = false;
  return () => {
    if (released) return;
    released = true;
    const left = (streams.get(address) ?? 1) - 1;
    if (left > 0) streams.set(address, left);
    else streams.delete(address);
  };
}

let activeReads = 0;
const waiting: (() => void)[] = [];

/** Waits, in order of arrival, for fewer than `MAX_CONCURRENT_READS` active reads. */
export async function queueRead<T>(read: () => Promise<T>): Promise<T> {
  // A finished read passes its slot to the next one waiting.
  if (activeReads >= MAX_CONCURRENT_READS) await new Promise<void>((resolve) => waiting.push(resolve));
  else activeReads += 1;
  try {
    return await read();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else activeReads -= 1;
  }
}

/** Produces a chunk when the client has read the last. Fails if a chunk fails or the client stops reading. */
export function createStream(
  chunks: AsyncIterator<string>,
  { onEnd, idleTimeout = IDLE_TIMEOUT_MS }: { onEnd: () => void; idleTimeout?: number },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let idleTimer: NodeJS.Timeout | undefined;
  const end = async () => {
    clearTimeout(idleTimer);
    onEnd();
    await chunks.return?.();
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      clearTimeout(idleTimer);
      try {
        const { done, value } = await chunks.next();
        if (done) {
          onEnd();
          controller.close();
          return;
        }
        controller.enqueue(encoder.encode(value));
        idleTimer = setTimeout(() => {
          controller.error(new Error('The client stopped reading'));
          void end();
        }, idleTimeout).unref();
      } catch (error) {
        onEnd();
        throw error;
      }
    },
    cancel: end,
  });
}
