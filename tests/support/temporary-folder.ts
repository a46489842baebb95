import { readFileSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * Test databases are thousands of small files: in memory, creating one takes a fifth of the CPU time. A TMPDIR that is set
 * stays, unless others can't enter it, because another user runs PostgreSQL for root.
 */
export function useTemporaryFolder(): void {
  if (process.env.TMPDIR === undefined && hasMemoryFolder()) process.env.TMPDIR = MEMORY;
  if (process.getuid?.() !== 0) return;
  for (let folder = tmpdir(); folder !== '/'; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) process.env.TMPDIR = '/tmp';
  }
}

/**
 * In containers, the folder is often small, or programs in it can't run. No such folder is large enough for a million parts.
 */
function hasMemoryFolder(): boolean {
  if (process.platform !== 'linux' || process.env.TEST_LONG) return false;
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, folder]) => folder === MEMORY);
  const [, , type, options = ''] = mount ?? [];
  if (type !== 'tmpfs' || /\b(ro|noexec)\b/.test(options)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH_BYTES;
}
