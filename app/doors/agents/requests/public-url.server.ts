import { isLoopbackHost } from '#core/agents/loopback.server.ts';

/**
 * Returns the address that a platform signs: the shop's public one, whatever a proxy calls it. A shop on this machine has several
 * names there.
 */
export function publicUrl(requested: string, siteUrl: string): URL {
  const { hostname, pathname, search, origin } = new URL(requested);
  const own = new URL(siteUrl);
  const isLocal = isLoopbackHost(own.hostname) && isLoopbackHost(hostname);
  return new URL((isLocal ? origin : own.origin) + pathname + search);
}
