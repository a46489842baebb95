import { family, type Family } from './families.ts';

/** @param answers by the number of the worker. */
export function workerUp(answers: ReadonlyMap<number, boolean>): Family {
  return family(
    'gauge',
    'partyard_worker_up',
    'Whether a process of this machine has answered.',
    [...answers].map(([worker, up]) => [{ worker }, up ? 1 : 0]),
  );
}

export function workerRestarts(restarts: number): Family {
  return family(
    'counter',
    'partyard_worker_restarts_total',
    'Processes that ended unexpectedly and were replaced.',
    [[{}, restarts]],
  );
}
