import type { Context } from 'hono';
import type { Bindings } from './client-address.ts';

/** nginx logs such requests with this status. */
export const CLIENT_LEFT = 499;

/** Tells whether the client left before its request or the response was complete. Errors are then not the server's fault. */
export function hasClientLeft(context: Context): boolean {
  const { incoming, outgoing }: Bindings = context.env ?? {};
  if (incoming?.destroyed && !incoming.complete) return true;
  return outgoing !== undefined && outgoing.destroyed && !outgoing.writableFinished;
}
