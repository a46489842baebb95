/** Limits of streamed responses for one client address, and in all. */
const MAX_STREAMS_PER_ADDRESS = 2;
const MAX_STREAMS = 24;

/** Leaves most connections to pages. */
const MAX_CONCURRENT_READS = 2;

const IDLE_TIMEOUT_MS = 30_000;

const streams = new Map<string, number>();

/** Acquires a slot for a streamed response. Returns its release function, or undefined if there is no free slot. */
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

/** Runs a short database read as soon as fewer than `MAX_CONCURRENT_READS` are active, in order of arrival. */
export async function queueRead<T>(read: () => Promise<T>): Promise<T> {
  // A finished read passes its slot to the next waiting one, so that a new read can't take it.
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

/**
 * A response body that produces a chunk when the client has read the one before. It fails if a chunk fails, so that the
 * client notices the incomplete document, and if the client stops reading for `idleTimeout` milliseconds.
 */
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
