/** Simplifies the name of a column for comparisons: 'Stock #' is 'stocknumber'. */
export function simplifyHeading(name: string): string {
  // eBay's files have their options in the name of this column.
  if (/^\*?action ?\(/i.test(name)) return 'action';
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('#', 'number')
    .replaceAll(/[^a-z\d]/g, '');
}

/** Places of the columns by their simplified names. The first one of a name counts. */
export function placesOf(header: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  header.forEach((name, place) => {
    const heading = simplifyHeading(name);
    if (heading !== '' && !places.has(heading)) places.set(heading, place);
  });
  return places;
}
