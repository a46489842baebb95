/** Runs a task when the browser has nothing else to do; returns what cancels it. */
export function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(task, { timeout: 4_000 });
    return () => cancelIdleCallback(handle);
  }
  // Safari has no idle callback: by then, hydration is over there too.
  const handle = setTimeout(task, 1_500);
  return () => clearTimeout(handle);
}
