import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';

/** Uses /tmp if others can't access root's temporary folder, because another user runs PostgreSQL for root. */
export function useReachableTemporaryFolder(): void {
  if (process.getuid?.() !== 0) return;
  for (let folder = tmpdir(); folder !== '/'; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) process.env.TMPDIR = '/tmp';
  }
}
