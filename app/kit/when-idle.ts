/** Returns a function that cancels the task. */
export function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(task, { timeout: 4_000 });
    return () => cancelIdleCallback(handle);
  }
  // Safari has no idle callback. Hydration has finished after this time.
  const handle = setTimeout(task, 1_500);
  return () => clearTimeout(handle);
}
