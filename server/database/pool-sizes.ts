import { availableParallelism } from 'node:os';
import { isLocalHost } from '../local-host.ts';

/** Connections of one process in each pool. */
const SIZES = { app: 10, service: 8, reader: 10, auth: 5, limits: 4 };

export type PoolSizes = typeof SIZES;

/** Only one process works on the jobs. Each of its two runners holds one connection to listen for jobs. */
export const JOBS = 10;

/** The default limit. PostgreSQL allows 100 unless configured otherwise. The rest is for its owner. */
export const MAX_CONNECTIONS = 92;

/** Returns the largest pools with which all processes of a machine together stay below the limit. */
export function sizePools(workers: number, limit = MAX_CONNECTIONS): PoolSizes {
  for (let share = 1; share > 0; share -= 0.05) {
    const sizes = sizesOf(share);
    if (countAll(workers, sizes) <= limit) return sizes;
  }
  throw new RangeError(`${workers} processes need more than ${limit} connections.`);
}

/**
 * Returns the maximum of connections for public pages to a database on this machine. They share its cores: more would read no
 * faster, let slow searches slow down all others, and each plan the statements anew.
 */
export function countLocalReaders(workers: number, cores = availableParallelism()): number {
  return Math.max(2, Math.ceil((2 * cores) / workers));
}

/** Tells whether the server of a database is on this machine, for example behind a socket. */
export function isOnThisMachine(databaseUrl: string): boolean {
  const { hostname } = new URL(databaseUrl);
  return hostname === '' || isLocalHost(hostname);
}

/** Returns how many connections all processes of a machine use at most. Exceeds the limit if even one per pool is too many. */
export function countConnections(workers: number, limit = MAX_CONNECTIONS): number {
  const least = countAll(workers, sizesOf(0));
  return least > limit ? least : countAll(workers, sizePools(workers, limit));
}

function sizesOf(share: number): PoolSizes {
  const sizeOf = (pool: keyof PoolSizes) => Math.max(1, Math.round(SIZES[pool] * share));
  return {
    app: sizeOf('app'),
    service: sizeOf('service'),
    reader: sizeOf('reader'),
    auth: sizeOf('auth'),
    limits: sizeOf('limits'),
  };
}

/** Each process has one more connection to listen. */
function countAll(workers: number, sizes: PoolSizes): number {
  return JOBS + workers * Object.values(sizes).reduce((sum, size) => sum + size, 1);
}
