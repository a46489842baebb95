import { isLoopback, isLoopbackHost } from '#core/agents/loopback.server.ts';
import { isPublicNetwork } from '../network/public-network.ts';

/** Which addresses the shop connects to for assistants. */
export interface Reach {
  /** True if the shop itself is on this machine only, so that platforms on it may speak http. */
  isLocal: boolean;
  isAllowed: (address: string) => boolean;
}

export function createReach(siteUrl: string): Reach {
  const isLocal = isLoopbackHost(new URL(siteUrl).hostname);
  return {
    isLocal,
    isAllowed: (address) => isPublicNetwork(address) || (isLocal && isLoopback(address)),
  };
}

/** Reads the address of a platform's profile or webhook. Returns why the shop would not connect to it, as the end of a sentence. */
export function readPlatformUrl(text: string, { isLocal }: Reach): { url: URL } | { problem: string } {
  if (text.length > 2_000 || !URL.canParse(text)) return { problem: 'is no address' };
  const url = new URL(text);
  const isHttpHere = url.protocol === 'http:' && isLocal && isLoopbackHost(url.hostname);
  if (url.protocol !== 'https:' && !isHttpHere) return { problem: 'must be https' };
  if (url.username || url.password || url.hash) return { problem: 'must have no user, password or fragment' };
  // Names with a dot at the end are the same hosts, but not the same text as a refused one.
  if (url.hostname.endsWith('.')) return { problem: 'must have a host without a dot at its end' };
  return { url };
}
