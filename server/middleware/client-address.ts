import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';

/** Replaces any value from the client. With a trusted proxy, the address is the last one in X-Forwarded-For. */
export function clientAddress(options: { header: string; trustProxy: boolean }): MiddlewareHandler {
  return async function setClientAddress(context, next) {
    const address = (options.trustProxy && readForwarded(context)) || readConnection(context);
    context.req.raw.headers.set(options.header, address);
    await next();
  };
}

function readForwarded(context: Context): string | undefined {
  return context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
}

function readConnection(context: Context): string {
  return context.env?.incoming ? (getConnInfo(context).remote.address ?? 'unknown') : 'unknown';
}
