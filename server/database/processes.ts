import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A process of PostgreSQL. */
export interface PostgresProcess {
  pid: number;
  /** What it says of itself: its command, or `postgres: NAME: ` and what it does, NAME being its cluster's. */
  title: string;
}

/**
 * The processes of PostgreSQL that run on this machine, without zombies: in a container without an init process, a
 * server that was killed stays in the list as one.
 *
 * @param pid look at this process only
 * @returns undefined where the system has no such list (Windows)
 */
export async function postgresProcesses(pid?: number): Promise<PostgresProcess[] | undefined> {
  if (process.platform === 'win32') return undefined;
  return (await fromProc(pid)) ?? (await fromPs(pid));
}

/** Linux, where small images have no ps. Undefined where there is no /proc. */
async function fromProc(pid?: number): Promise<PostgresProcess[] | undefined> {
  const names: string[] = await readdir('/proc').catch(() => []);
  if (!names.includes('self')) return undefined;
  const pids = pid === undefined ? names.filter((name) => /^\d+$/.test(name)).map(Number) : [pid];
  const read = async (each: number) => {
    const status = await readFile(`/proc/${each}/stat`, 'utf8').catch(() => '');
    if (!/^\d+ \(postgres.*\) [^ZX]/s.test(status)) return [];
    return [{ pid: each, title: await readFile(`/proc/${each}/cmdline`, 'utf8').catch(() => '') }];
  };
  return (await Promise.all(pids.map(read))).flat();
}

/** POSIX (macOS). Undefined where there is no ps. */
export async function fromPs(pid?: number): Promise<PostgresProcess[] | undefined> {
  const which = pid === undefined ? ['-ax'] : ['-p', String(pid)];
  const output = await promisify(execFile)('ps', [...which, '-ww', '-o', 'pid=,stat=,command=']).then(
    ({ stdout }) => stdout,
    // It fails when it finds none.
    ({ code }: NodeJS.ErrnoException) => (code === 'ENOENT' ? undefined : ''),
  );
  return output?.split('\n').flatMap((line) => {
    const [, found, title = ''] = line.match(/^ *(\d+) +[^ZX ]\S* +(.*)$/) ?? [];
    return found && /(^|\/)postgres(:| |$)/.test(title) ? [{ pid: Number(found), title }] : [];
  });
}
