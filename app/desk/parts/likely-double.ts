import { editDistance } from '#core/values/closest-word.ts';
import { vehicleNicknames } from '#core/search/text/vehicle-nicknames.ts';

/** Returns the same for spellings that differ by case, accents, spaces and punctuation: 'F150' and 'F-150'. */
function nameKey(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Key of the nickname -> keys of the full names: 'chevy' is 'chevrolet'. Some nicknames have several. */
const fullNames = new Map<string, Set<string>>();
for (const line of vehicleNicknames) {
  const [nicknames = '', name = ''] = line.split(' = ');
  for (const nickname of nicknames.split(', ')) {
    const key = nameKey(nickname);
    fullNames.set(key, (fullNames.get(key) ?? new Set()).add(nameKey(name)));
  }
}

/** Shorter names that differ by one letter are different names, such as Geo and Gem. */
const SHORTEST_MISTYPED = 5;

interface Compare {
  /** True if one mistyped letter is a likely duplicate. Makes do, but models differ by one letter: 325i and 328i. */
  allowsTypo: boolean;
}

/** Tells whether two different names are likely the same make, or the same model of a make. */
export function areLikelyDoubles(one: string, other: string, { allowsTypo }: Compare): boolean {
  if (one === other) return false;
  const [key, otherKey] = [nameKey(one), nameKey(other)];
  if (key === '' || otherKey === '') return false;
  if (key === otherKey || fullNames.get(key)?.has(otherKey) || fullNames.get(otherKey)?.has(key)) return true;
  const isLong = Math.min(key.length, otherKey.length) >= SHORTEST_MISTYPED;
  return allowsTypo && isLong && !/\d/.test(key + otherKey) && editDistance(key, otherKey) === 1;
}

/** Finds the name that a typed one likely is another spelling of. Undefined if the list has the typed one. */
export function findLikelyDouble(
  typed: string,
  known: readonly string[],
  compare: Compare,
): string | undefined {
  const name = typed.trim();
  return known.includes(name) ? undefined : known.find((each) => areLikelyDoubles(name, each, compare));
}

export interface NamedCount {
  name: string;
  parts: number;
}

/** Lists pairs that are likely duplicates: the name of fewer parts, and the name of more parts that it likely means. */
export function listLikelyDoubles(
  names: readonly NamedCount[],
  compare: Compare,
): { name: string; parts: number; like: string }[] {
  // The most frequent name of a group comes first.
  const ordered = names.toSorted(
    (one, other) => other.parts - one.parts || one.name.localeCompare(other.name),
  );
  return ordered.flatMap(({ name, parts }, index) => {
    const like = ordered.slice(0, index).find((other) => areLikelyDoubles(name, other.name, compare));
    return like ? [{ name, parts, like: like.name }] : [];
  });
}
