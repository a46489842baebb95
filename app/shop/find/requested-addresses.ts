/**
 * Returns the addresses that this page asked for, from the loaded one on, oldest first. An earlier one may load when a later
 * one is already asked for. Returns null for an address that the page did not ask for.
 */
export function afterLoading(requested: readonly string[], loaded: string): readonly string[] | null {
  const index = requested.indexOf(loaded);
  return index < 0 ? null : requested.slice(index);
}
