/** A word that parts are called by. */
export interface KnownWord {
  word: string;
  /** How many parts have it. */
  parts: number;
}

/**
 * The known word that was most likely meant: the closest, and of equally close ones the one that more parts have. None
 * is close enough at more than one slip in a word of up to four letters, or two in a longer one.
 */
export function closestWord(word: string, known: readonly KnownWord[]): string | undefined {
  const most = [...word].length <= 4 ? 1 : 2;
  const [closest] = known
    .map(({ word: candidate, parts }) => ({ candidate, parts, distance: editDistance(word, candidate) }))
    .filter(({ distance }) => distance > 0 && distance <= most)
    .toSorted((a, b) => a.distance - b.distance || b.parts - a.parts || (a.candidate < b.candidate ? -1 : 1));
  return closest?.candidate;
}

/**
 * How many slips lie between two words: a letter too many, one missing, one in place of another, or two neighbours
 * that have changed places.
 */
export function editDistance(a: string, b: string): number {
  const [from, to] = [[...a], [...b]];
  let beforeLast: number[] = [];
  let last = to.map((_, index) => index + 1);
  last.unshift(0);
  from.forEach((letter, row) => {
    const next = [row + 1];
    to.forEach((other, column) => {
      const at = (distances: number[], place: number) => distances[place] ?? Infinity;
      const swapped = row > 0 && column > 0 && letter === to[column - 1] && from[row - 1] === other;
      next.push(
        Math.min(
          at(last, column + 1) + 1,
          at(next, column) + 1,
          at(last, column) + (letter === other ? 0 : 1),
          swapped ? at(beforeLast, column - 1) + 1 : Infinity,
        ),
      );
    });
    beforeLast = last;
    last = next;
  });
  return last[to.length] ?? 0;
}
