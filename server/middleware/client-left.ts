import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';

/** Whether the client closed its connection before it had sent its whole request: what fails then is no failure of ours. */
export function hasLeftInMidBody(context: Context): boolean {
  const incoming = context.env?.incoming as IncomingMessage | undefined;
  return incoming !== undefined && incoming.destroyed && !incoming.complete;
}
