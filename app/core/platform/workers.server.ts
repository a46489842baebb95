/** Number of processes that serve this shop on this machine (WORKERS), and share its limits. */
let workers = 1;

export function setWorkers(count: number): void {
  workers = count;
}

/** Returns this process's share of a limit for all of them, at least 1. */
export function shareOf(limit: number): number {
  return Math.max(1, Math.floor(limit / workers));
}
