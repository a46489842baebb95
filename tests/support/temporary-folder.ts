import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';

/**
 * Has the tests make their folders in /tmp when root's own temporary folder lets nobody else in: they give the databases
 * there to the user that runs PostgreSQL for root.
 */
export function useReachableTemporaryFolder(): void {
  if (process.getuid?.() !== 0) return;
  for (let folder = tmpdir(); folder !== '/'; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) process.env.TMPDIR = '/tmp';
  }
}
