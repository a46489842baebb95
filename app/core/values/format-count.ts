/** Returns '999+' instead of a number that took long to count. */
export function formatCount(count: number, maxCount: number): string {
  return count >= maxCount ? `${(maxCount - 1).toLocaleString('en-US')}+` : count.toLocaleString('en-US');
}
