export interface VocabularyWord {
  word: string;
  parts: number;
}

/** Shorter words have too many others within two edits: 'tesla' is no 'tests'. */
const MIN_LETTERS_FOR_TWO_EDITS = 7;

/** Finds the closest word within one edit, or two in a long word. Prefers words that more parts contain. */
export function findClosestWord(word: string, vocabulary: readonly VocabularyWord[]): string | undefined {
  const maxDistance = [...word].length < MIN_LETTERS_FOR_TWO_EDITS ? 1 : 2;
  const [closest] = vocabulary
    .map(({ word: candidate, parts }) => ({ candidate, parts, distance: editDistance(word, candidate) }))
    .filter(({ distance }) => distance > 0 && distance <= maxDistance)
    .toSorted(
      (a, b) => a.distance - b.distance || b.parts - a.parts || a.candidate.localeCompare(b.candidate),
    );
  return closest?.candidate;
}

/** Computes the Damerau-Levenshtein distance: insertions, deletions, substitutions, and swaps of neighboring letters. */
export function editDistance(a: string, b: string): number {
  const [from, to] = [[...a], [...b]];
  let beforeLast: number[] = [];
  let last = to.map((_, index) => index + 1);
  last.unshift(0);
  from.forEach((letter, row) => {
    const next = [row + 1];
    to.forEach((other, column) => {
      const at = (distances: number[], place: number) => distances[place] ?? Infinity;
      const swapped = letter === to[column - 1] && from[row - 1] === other;
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
