/** The most addresses that a sitemap may hold, and the most bytes (sitemaps.org). */
export const MOST_ADDRESSES = 50_000;
export const MOST_BYTES = 50_000_000;

/** How many parts a sitemap is to hold on average: far below the most, since ids are spread by chance. */
const USUAL = 20_000;

const DIGITS = 16;

/** More than enough for any shop: 4,096 sitemaps. */
const LONGEST_PREFIX = 3;

/**
 * The sitemaps of so many parts, each named by the digits that the ids of its parts begin with: what a name stands for
 * never changes, a part never moves, and nothing is looked at to list them. A small shop has one, named ''.
 */
export function partSitemaps(parts: number): string[] {
  let prefixes = [''];
  while (parts / prefixes.length > USUAL && (prefixes[0]?.length ?? 0) < LONGEST_PREFIX) {
    prefixes = prefixes.flatMap((prefix) =>
      Array.from({ length: DIGITS }, (_, digit) => prefix + digit.toString(DIGITS)),
    );
  }
  return prefixes;
}

/** The first and the last id that can begin with the digits; undefined when no sitemap is named by them. */
export function idsBeginningWith(prefix: string): { first: string; last: string } | undefined {
  if (!new RegExp(`^[\\da-f]{0,${LONGEST_PREFIX}}$`).test(prefix)) return undefined;
  return { first: uuid(prefix.padEnd(32, '0')), last: uuid(prefix.padEnd(32, 'f')) };
}

function uuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
