import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface PostgresProcess {
  pid: number;
  /** The command, or `postgres: NAME: ` and its activity. NAME is the cluster's name. */
  title: string;
}

/** Lists processes without zombies, which remain in a container without an init process. Returns undefined on Windows. */
export async function postgresProcesses(pid?: number): Promise<PostgresProcess[] | undefined> {
  if (process.platform === 'win32') return undefined;
  return (await fromProc(pid)) ?? (await fromPs(pid));
}

/** Reads /proc on Linux, where small images have no ps. */
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

/** Runs ps on macOS. */
export async function fromPs(pid?: number): Promise<PostgresProcess[] | undefined> {
  const which = pid === undefined ? ['-ax'] : ['-p', String(pid)];
  const output = await promisify(execFile)('ps', [...which, '-ww', '-o', 'pid=,stat=,command=']).then(
    ({ stdout }) => stdout,
    // ps fails when it finds no process.
    ({ code }: NodeJS.ErrnoException) => (code === 'ENOENT' ? undefined : ''),
  );
  return output?.split('\n').flatMap((line) => {
    const [, found, title = ''] = line.match(/^ *(\d+) +[^ZX ]\S* +(.*)$/) ?? [];
    return found && /(^|\/)postgres(:| |$)/.test(title) ? [{ pid: Number(found), title }] : [];
  });
}
