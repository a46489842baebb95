import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';

/** Tells whether the client disconnected before it sent the whole request. Errors are then not the server's fault. */
export function hasClientLeft(context: Context): boolean {
  const incoming = context.env?.incoming as IncomingMessage | undefined;
  return incoming !== undefined && incoming.destroyed && !incoming.complete;
}
