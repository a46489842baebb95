export const MAX_SITEMAP_URLS = 50_000;
export const MAX_SITEMAP_BYTES = 50_000_000;

/** The average is far below the limit, because random ids are not evenly spread. */
const AVERAGE_PARTS = 20_000;

const DIGITS = 16;

const MAX_PREFIX_LENGTH = 3;

/** Names are the first digits of part ids, so that parts never move between sitemaps, and listing needs no query. */
export function partSitemaps(parts: number): string[] {
  let prefixes = [''];
  while (parts / prefixes.length > AVERAGE_PARTS && (prefixes[0]?.length ?? 0) < MAX_PREFIX_LENGTH) {
    prefixes = prefixes.flatMap((prefix) =>
      Array.from({ length: DIGITS }, (_, digit) => prefix + digit.toString(DIGITS)),
    );
  }
  return prefixes;
}

/** Returns the first and last possible id, or undefined for an invalid prefix. */
export function readIdRange(prefix: string): { first: string; last: string } | undefined {
  if (!new RegExp(`^[\\da-f]{0,${MAX_PREFIX_LENGTH}}$`).test(prefix)) return undefined;
  return { first: uuid(prefix.padEnd(32, '0')), last: uuid(prefix.padEnd(32, 'f')) };
}

function uuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
