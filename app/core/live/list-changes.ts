/** Counts the rows that were added, removed or moved. Both lists have each id once. */
export function countListChanges(shown: readonly string[], now: readonly string[]): number {
  const shownIds = new Set(shown);
  const nowIds = new Set(now);
  const kept = shown.filter((id) => nowIds.has(id));
  const keptNow = now.filter((id) => shownIds.has(id));
  const moved = kept.filter((id, index) => keptNow[index] !== id).length;
  // A row that is added at the top of a page pushes out the last one. Both count as one change.
  return Math.max(shown.length - kept.length, now.length - kept.length) + moved;
}
