import { withFallbackAfter } from '#domain/time-limit.ts';

/** A process that does not answer serves no pages either. */
const TIMEOUT_MS = 1_000;

interface Question {
  catchUp: number;
}

interface Answer {
  caughtUp: number;
}

/** One end of a channel on which both sides ask each other to catch up with the changes in the database. */
export function createQuestions(send: (message: Question | Answer) => void, catchUp: () => Promise<void>) {
  const waiting = new Map<number, () => void>();
  let last = 0;
  return {
    /** Resolves when the other side has caught up, or does not answer. */
    async ask(): Promise<void> {
      const id = (last += 1);
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(id, resolve);
      send({ catchUp: id });
      await withFallbackAfter(TIMEOUT_MS, undefined, promise);
      waiting.delete(id);
    },
    receive(message: object): void {
      if ('caughtUp' in message) waiting.get((message as Answer).caughtUp)?.();
      if ('catchUp' in message) {
        const { catchUp: id } = message as Question;
        void catchUp().then(() => send({ caughtUp: id }));
      }
    },
  };
}
