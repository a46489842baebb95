import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';

/**
 * Puts the address of the connection into the request header `header`, over whatever a client has sent there.
 * Behind a trusted proxy it is the last address that this proxy has added to X-Forwarded-For.
 */
export function clientAddress(options: { header: string; trustProxy: boolean }): MiddlewareHandler {
  return async function setClientAddress(context, next) {
    const address = (options.trustProxy && forwarded(context)) || connected(context);
    context.req.raw.headers.set(options.header, address);
    await next();
  };
}

function forwarded(context: Context): string | undefined {
  return context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
}

function connected(context: Context): string {
  // Without a connection (a test that calls the app itself) there is nobody to tell apart.
  return context.env?.incoming ? (getConnInfo(context).remote.address ?? 'unknown') : 'unknown';
}
