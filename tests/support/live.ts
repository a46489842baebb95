import { request } from 'node:http';
import { pino } from 'pino';
import type { LiveMessage } from '#core/live/live.ts';
import { liveAddress } from '#core/live/live-address.ts';
import { server } from './built-server.ts';
import { type ListeningShop, listenWith } from './listening-shop.ts';
import type { TestShop } from './test-shop.ts';

const { createNotifications } = server;

export interface LiveShop extends ListeningShop {
  /** Cuts the connection that listens for changes, and connects again. */
  reconnect(): Promise<void>;
}

/** Listens on a port, and follows the changes of the database. */
export async function listenLive(shop: TestShop): Promise<LiveShop> {
  const listening = await listenWith(shop);
  const connect = () => {
    const notifications = createNotifications({
      url: shop.database.pools.readerUrl,
      log: pino({ level: 'silent' }),
    });
    notifications.listen('live_changed', shop.live.listener);
    notifications.start();
    return notifications;
  };
  let notifications = connect();
  const close = listening[Symbol.asyncDispose];
  return Object.assign(listening, {
    async reconnect() {
      await notifications.stop();
      notifications = connect();
    },
    async [Symbol.asyncDispose]() {
      await notifications.stop();
      await close();
    },
  });
}

export interface NumberedMessage extends LiveMessage {
  number: number;
}

export interface LiveClient extends Disposable {
  status: number;
  messages: readonly NumberedMessage[];
  /** Resolves with the first message that `accepts`, from those that have not been taken yet. */
  next(accepts?: (message: NumberedMessage) => boolean): Promise<NumberedMessage>;
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
}

/** Opens a stream like a browser. */
export function openLive(
  url: string,
  topics: readonly string[],
  { after, headers = {} }: { after?: number; headers?: Record<string, string> } = {},
): Promise<LiveClient> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(liveAddress(topics, after), url), { headers, agent: false });
    sent.once('error', reject);
    sent.once('response', (response) => {
      const messages: NumberedMessage[] = [];
      let taken = 0;
      let text = '';
      let wake = () => {};
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const events = (text + chunk).split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) {
          const fields = Object.fromEntries(
            event
              .split('\n')
              .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
          );
          if (fields.data) messages.push({ number: Number(fields.id), ...JSON.parse(fields.data) });
        }
        wake();
      });
      response.on('error', () => undefined);
      const ended = new Promise<void>((end) => {
        response.once('close', () => end());
      });
      resolve({
        status: response.statusCode ?? 0,
        messages,
        ended,
        async next(accepts = () => true) {
          for (;;) {
            const index = messages.findIndex((message, place) => place >= taken && accepts(message));
            const found = messages[index];
            if (found) {
              taken = index + 1;
              return found;
            }
            await new Promise<void>((woken) => {
              wake = woken;
            });
          }
        },
        [Symbol.dispose]: () => sent.destroy(),
      });
    });
    sent.end();
  });
}
