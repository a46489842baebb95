import { createPeer, type Methods, type Peer } from './peer.server.ts';

/** Answers the calls of the process that has started this one, and ends with it. */
export function serveReader(createMethods: (parent: Pick<Peer, 'call'>) => Methods): void {
  // A terminal and a service manager signal all processes, so this one ignores them. The parent says when to stop.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  const peer: Peer = createPeer(
    (message) => {
      if (process.connected) process.send?.(message);
    },
    createMethods({ call: (method, ...args) => peer.call(method, ...args) }),
  );
  process.on('message', (message) => peer.receive(message));
  process.on('disconnect', () => process.exit(0));
}
