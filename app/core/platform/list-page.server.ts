import type { PagePlace } from '#core/values/list-address.ts';

export interface ListPage<Row> {
  rows: Row[];
  /** Cursors of the pages around it. Null if there is no such page. */
  previous: string | null;
  next: string | null;
}

/** Values by which a row is sorted. The last one is unique. */
export type Place = readonly string[];

export function writeCursor(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** Reads a cursor from an address. Returns undefined unless its values match the patterns. */
export function readCursor(text: string | undefined, ...patterns: RegExp[]): Place | undefined {
  if (text === undefined) return undefined;
  try {
    const place: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    const matches =
      Array.isArray(place) &&
      place.length === patterns.length &&
      patterns.every((pattern, index) => typeof place[index] === 'string' && pattern.test(place[index]));
    return matches ? (place as Place) : undefined;
  } catch {
    return undefined;
  }
}

/** Says where reading starts: after a row, or before it against the order. */
export interface Start {
  place: Place | undefined;
  backwards: boolean;
}

export function readStart({ after, before }: PagePlace, ...patterns: RegExp[]): Start {
  const earlier = readCursor(before, ...patterns);
  return earlier
    ? { place: earlier, backwards: true }
    : { place: readCursor(after, ...patterns), backwards: false };
}

/** Cuts a page from rows that were read in the direction of `start`. There is at most one row more than the page has. */
export function cutPage<Row>(
  found: readonly Row[],
  { place, backwards }: Start,
  pageSize: number,
  placeOf: (row: Row) => Place,
): ListPage<Row> {
  const rows = found.slice(0, pageSize);
  if (backwards) rows.reverse();
  const hasMore = found.length > pageSize;
  const [first, last] = [rows.at(0), rows.at(-1)];
  return {
    rows,
    previous: first && (backwards ? hasMore : place !== undefined) ? writeCursor(placeOf(first)) : null,
    next: last && (backwards || hasMore) ? writeCursor(placeOf(last)) : null,
  };
}
