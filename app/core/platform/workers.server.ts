/** How many processes serve this shop on this machine (WORKERS), and share its limits. */
let workers = 1;

export function setWorkers(count: number): void {
  workers = count;
}

/** What this process may use of a limit for all of them, at least 1. */
export function shareOf(limit: number): number {
  return Math.max(1, Math.floor(limit / workers));
}
