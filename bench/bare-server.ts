import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a server in its own process that only sends 12 kB. It shows the maximum for this machine and the clients. */
export async function startBareServer(): Promise<{ address: string } & AsyncDisposable> {
  const child = fork(import.meta.filename);
  const [port] = (await once(child, 'message')) as [number];
  return {
    address: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

if (import.meta.main) {
  const body = Buffer.alloc(12_000, 'x');
  const headers = { 'Content-Type': 'text/html', 'Content-Length': body.length };
  const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
