import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';

export type Bindings = Partial<HttpBindings | Http2Bindings>;

/** Sets the header to the client's address, and replaces any value from the client. */
export function clientAddress(options: { header: string; trustProxy: boolean }): MiddlewareHandler {
  return async function setClientAddress(context, next) {
    const { raw } = context.req;
    raw.headers.set(options.header, readClientAddress(raw, context.env, options));
    await next();
  };
}

/** Reads the client's address. Behind a trusted proxy, it is the last one in X-Forwarded-For, without its port. */
export function readClientAddress(
  { headers }: Request,
  bindings: Bindings | undefined,
  { trustProxy }: { trustProxy: boolean },
): string {
  const forwarded = trustProxy && headers.get('X-Forwarded-For')?.split(',').at(-1)?.trim();
  return (forwarded && parseAddress(forwarded)) || bindings?.incoming?.socket.remoteAddress || 'unknown';
}

/** Some proxies add the port, which differs for each connection. Returns undefined for a text that is no IP address. */
function parseAddress(text: string): string | undefined {
  const [, v6, v4] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? [];
  const address = v6 ?? v4 ?? text;
  return isIP(address) === 0 ? undefined : address;
}
