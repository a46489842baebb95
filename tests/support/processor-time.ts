import { readFileSync } from 'node:fs';

/** Returns the milliseconds that the main thread of a process has run, or 0 if the process has ended. Works on Linux only. */
export function readProcessorTime(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}
