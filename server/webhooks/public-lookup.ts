import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/**
 * For connections: finds the addresses of a host, and fails with a PrivateAddressError unless all are allowed. The connection is
 * made to one of them, so that a name can't have another address in between. @param resolve the resolver of tests.
 */
export function lookUpPublic(isAllowed: (address: string) => boolean, resolve = lookup): LookupFunction {
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

export class PrivateAddressError extends Error {
  readonly code = 'EPRIVATE';
}
