import { readFileSync } from 'node:fs';

/** Milliseconds that the main thread of a process has run, 0 if the process has ended. Linux only. */
export function readProcessorTime(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}
