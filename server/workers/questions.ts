import { withFallbackAfter } from '#core/values/time-limit.ts';
import type { Family } from '../metrics/families.ts';

/** A process that does not answer serves no pages either. */
const TIMEOUT_MS = 1_000;

/** The processes ask each other to catch up with the database's changes, and for their figures. */
interface Topics {
  catchUp: void;
  metrics: Family[];
}

export type Question = { [Topic in keyof Topics]: { ask: Topic; id: number } }[keyof Topics];

export interface Answer {
  id: number;
  answer?: unknown;
}

type Answers = { [Topic in keyof Topics]: () => Promise<Topics[Topic]> };

/** Creates one end of a channel on which both sides ask each other. */
export function createQuestions(send: (message: Question | Answer) => void, answers: Answers) {
  const waiting = new Map<number, (answer: unknown) => void>();
  let last = 0;
  return {
    /** Resolves with the other side's answer, or with undefined if it does not answer. */
    async ask<Topic extends keyof Topics>(
      topic: Topic,
      timeout = TIMEOUT_MS,
    ): Promise<Topics[Topic] | undefined> {
      const id = (last += 1);
      const { promise, resolve } = Promise.withResolvers<unknown>();
      waiting.set(id, resolve);
      send({ ask: topic, id } as Question);
      const answer = await withFallbackAfter(timeout, undefined, promise);
      waiting.delete(id);
      return answer as Topics[Topic] | undefined;
    },
    receive(message: object): void {
      if ('ask' in message) {
        const { ask, id } = message as Question;
        void answers[ask]().then((answer) => send({ id, answer }));
      } else if ('id' in message) {
        const { id, answer } = message as Answer;
        waiting.get(id)?.(answer);
      }
    },
  };
}
