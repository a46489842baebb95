import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';

/** Own, private, shared, test and multicast networks (IANA nonPublic-purpose registries). */
const nonPublic = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  nonPublic.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  nonPublic.addSubnet(network, bits, 'ipv6');

/** Contains all public IPv6 addresses, but no IPv4 address in IPv6 form, such as ::ffff:127.0.0.1. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Tells whether an IP address is on the public internet. */
export function isPublicNetwork(address: string): boolean {
  if (isIPv4(address)) return !nonPublic.check(address, 'ipv4');
  return global6.check(address, 'ipv6') && !nonPublic.check(address, 'ipv6');
}

type IsAllowed = (address: string) => boolean;

/** Throws if a host is an IP address that is not allowed. Connections to it look nothing up. */
export function checkHost(hostname: string, isAllowed: IsAllowed): void {
  const host = withoutBrackets(hostname);
  if (isIP(host) !== 0 && !isAllowed(host)) throw new PrivateAddressError();
}

const withoutBrackets = (hostname: string) => hostname.replaceAll(/^\[|\]$/g, '');

/**
 * Looks up a host for a connection. Its addresses must all be allowed, and the connection is made to one of them.
 * @param resolve Tests pass their own resolver.
 */
export function lookUpPublic(isAllowed: IsAllowed, resolve = lookup): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = error ? [] : addresses;
      if (error) done(error, '', 0);
      else if (!first || !addresses.every(({ address }) => isAllowed(address)))
        done(new PrivateAddressError(), '', 0);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

const LOOKUP_MS = 5_000;

/**
 * Explains to admins why the shop would make no connection to a host. Returns undefined if it would try, or while the address
 * is not known: each connection is checked again.
 */
export async function findPrivateAddress(
  hostname: string,
  isAllowed: IsAllowed,
): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<Error | null>();
  lookUpPublic(isAllowed)(withoutBrackets(hostname), {}, resolve);
  const timer = setTimeout(resolve, LOOKUP_MS, null);
  const error = await promise;
  clearTimeout(timer);
  return error instanceof PrivateAddressError ? reasons.EPRIVATE : undefined;
}

class PrivateAddressError extends Error {
  readonly code = 'EPRIVATE';
}

const reasons: Record<string, string> = {
  EPRIVATE: 'The address is not on the public internet',
  ENOTFOUND: 'The host was not found',
  EAI_AGAIN: 'The host was not found',
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed',
};

/** Describes an error to admins. */
export function describeError({ code = '' }: NodeJS.ErrnoException, isTimeout: boolean): string {
  return isTimeout ? 'No answer in time' : (reasons[code] ?? `No connection (${code})`).slice(0, 300);
}
