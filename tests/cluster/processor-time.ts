import { readFileSync } from 'node:fs';

const TICK_MS = 10;

/** Milliseconds of all threads of a process, and of its children that have ended. Linux only. */
export function processorTimeOf(pid: number): number {
  // The name of the program may contain spaces.
  const [, fields = ''] = read(`/proc/${pid}/stat`).split(/.*\) /s);
  const times = fields.split(' ').slice(11, 15).map(Number);
  return times.reduce((sum, ticks) => sum + ticks, 0) * TICK_MS;
}

/** Includes its children that run. */
export function processorTimeOfTree(pid: number): number {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return [pid, ...children.map(Number)].reduce((sum, each) => sum + processorTimeOf(each), 0);
}

/** Returns an empty text if the process has ended: its parent has its time then. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
