/** Functions that the other process may call. Arguments and results are copied by structured clone. */
export type Methods = Record<string, (...args: never[]) => Promise<unknown>>;

export interface Peer {
  /** Rejects with a copy of the error that the other process threw: name, message, code and stack. */
  call(method: string, ...args: unknown[]): Promise<unknown>;
  receive(message: unknown): void;
  /** Rejects all calls that wait, and all later ones. */
  end(error: Error): void;
}

type Message =
  | { call: number; method: string; args: unknown[] }
  | { answer: number; value: unknown }
  | { answer: number; error: { name: string; message: string; code: unknown; stack: string | undefined } };

/** Calls functions of another process over the channel of `send`, and answers calls of that process. */
export function createPeer(send: (message: Message) => void, methods: Methods): Peer {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let calls = 0;
  let ended: Error | undefined;

  async function answer({ call, method, args }: Extract<Message, { call: number }>): Promise<void> {
    try {
      const found = methods[method];
      if (!found) throw new Error(`Unknown method ${method}`);
      send({ answer: call, value: await found(...(args as never[])) });
    } catch (error) {
      send({ answer: call, error: copyError(error) });
    }
  }

  return {
    call(method, ...args) {
      if (ended) return Promise.reject(ended);
      const result = Promise.withResolvers<unknown>();
      calls += 1;
      waiting.set(calls, result);
      send({ call: calls, method, args });
      return result.promise;
    },
    receive(received) {
      const message = received as Message;
      if ('call' in message) {
        void answer(message);
        return;
      }
      const call = waiting.get(message.answer);
      waiting.delete(message.answer);
      if ('error' in message) call?.reject(Object.assign(new Error(message.error.message), message.error));
      else call?.resolve(message.value);
    },
    end(error) {
      ended = error;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    },
  };
}

function copyError(error: unknown) {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { name, message, stack, code: (error as { code?: unknown } | null)?.code };
}
