/** Lets callers share a run of `work`, so that a hung one is not started again. */
export function shareRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () =>
    (running ??= work().finally(() => {
      running = undefined;
    }));
}

/** Lets callers share a run that begins after their calls. An earlier run may miss what they wait for. */
export function shareNextRun(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  return function run(): Promise<void> {
    if (!running) {
      running = work().finally(() => {
        running = undefined;
      });
      return running;
    }
    const again = () => {
      next = undefined;
      return run();
    };
    next ??= running.then(again, again);
    return next;
  };
}
