/** Removes repeats and keeps the order. */
export function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
