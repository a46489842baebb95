/**
 * The addresses that this page asked for, oldest first, after one of them has loaded. An earlier one may load when a later
 * one is already asked for. Null for an address that it did not ask for.
 */
export function afterLoading(requested: readonly string[], loaded: string): readonly string[] | null {
  const index = requested.indexOf(loaded);
  return index < 0 ? null : requested.slice(index);
}
