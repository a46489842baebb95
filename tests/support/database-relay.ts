import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy between the shop and its database that can break connections. */
export interface DatabaseRelay extends AsyncDisposable {
  /** Returns the URL of the same database through the proxy. */
  through(databaseUrl: string): string;
  /** Breaks all connections, and refuses new ones until `mend` is called. */
  refuse(): Promise<void>;
  /** Breaks all connections, and accepts and breaks new ones. */
  cut(): void;
  /** Passes nothing on, and keeps all connections open. */
  hang(): void;
  mend(): Promise<void>;
}

export async function startDatabaseRelay(): Promise<DatabaseRelay> {
  let target: { host: string; port: number };
  let cutting = false;
  let hanging = false;
  const sockets = new Set<Socket>();
  const server: Server = createServer((client) => {
    if (cutting) return client.destroy();
    const database = connect(target);
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one);
      if (hanging) one.pause();
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      if (!hanging) one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const breakAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const refuse = async () => {
    const closed = once(server, 'close');
    server.close();
    breakAll();
    await closed;
  };
  return {
    through(databaseUrl) {
      const url = new URL(databaseUrl);
      target = { host: url.hostname, port: Number(url.port) };
      url.host = `127.0.0.1:${port}`;
      return url.href;
    },
    refuse,
    cut() {
      cutting = true;
      breakAll();
    },
    hang() {
      hanging = true;
      for (const socket of sockets) socket.pause();
    },
    async mend() {
      cutting = false;
      if (hanging) breakAll();
      hanging = false;
      if (server.listening) return;
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async [Symbol.asyncDispose]() {
      if (server.listening) await refuse();
    },
  };
}
