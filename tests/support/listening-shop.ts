import { connect, type Socket } from 'node:net';
import type { Server } from 'node:http';
import { createListener, listen } from '#server/listen.ts';
import type { TestShop } from './test-shop.ts';

export interface ListeningShop extends AsyncDisposable {
  url: string;
  server: Server;
  /** Sends raw bytes. `lasted` is in milliseconds. */
  send(text: string): Promise<{ answer: string; lasted: number; socket: Socket }>;
  open(text: string): Socket;
}

export async function listenWith(
  shop: TestShop,
  patience?: Parameters<typeof listen>[2],
): Promise<ListeningShop> {
  const listening = await listen('127.0.0.1', 0, patience);
  listening.serve(createListener((request, env) => shop.fetch(request, env)));
  const open = (text: string) => {
    const socket = connect(listening.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(text);
    return socket;
  };
  return {
    server: listening.server,
    url: `http://127.0.0.1:${listening.port}`,
    open,
    async send(text) {
      const started = performance.now();
      const socket = open(text);
      let answer = '';
      socket.on('data', (bytes) => {
        answer += bytes.toString('latin1');
      });
      await new Promise((resolve) => {
        socket.once('close', resolve);
      });
      return { answer, lasted: performance.now() - started, socket };
    },
    async [Symbol.asyncDispose]() {
      listening.server.closeAllConnections();
      await listening.close();
    },
  };
}
