import type { TypedWord } from './read-tokens.ts';
import type { SearchCatalog } from './search-catalog.ts';
import { isPhrase, lastWords, partWords, phraseOf } from './synonym-index.ts';
import { wordForms } from './word-forms.ts';

/** Words that name one part, such as 'o2 sensor'. */
export interface WordGroup {
  words: readonly TypedWord[];
  /** Other phrases for it: singular words with spaces. */
  synonyms: readonly string[];
  /** Other parts that the text names: 'hood and headlights' finds both, those with all of these words first. */
  others?: readonly (readonly TypedWord[])[];
}

/**
 * Makes one group of the parts that a text lists with 'and' or commas. Words that may not be parts stay as they are.
 *
 * @param list has the groups between two separators each.
 */
export function joinParts(list: readonly (readonly WordGroup[])[], catalog: SearchCatalog): WordGroup[] {
  const joined: WordGroup[] = [];
  let parts: (readonly WordGroup[])[] = [];
  const finish = () => {
    joined.push(...(parts.length > 1 ? [toOneGroup(parts)] : parts.flat()));
    parts = [];
  };
  for (const groups of list) {
    if (groups.length === 0) continue;
    const before = parts.at(-1);
    if (!isPart(groups, catalog) || (before && areOnePart(before, groups))) finish();
    parts.push(groups);
    if (!isPart(groups, catalog)) finish();
  }
  finish();
  return joined;
}

/** 'Brake and pads' is one part, and so is 'rack and pinion'. */
function areOnePart(before: readonly WordGroup[], after: readonly WordGroup[]): boolean {
  const [first, last] = [phraseOfGroups(before), phraseOfGroups(after)];
  return isPhrase(`${first} ${last}`) || isPhrase(`${first} and ${last}`);
}

function toOneGroup([first = [], ...others]: readonly (readonly WordGroup[])[]): WordGroup {
  const wordsOf = (groups: readonly WordGroup[]) => groups.flatMap(({ words }) => words);
  // Synonyms of a group are those of a part only if they replace all of its words.
  const synonyms = [first, ...others].flatMap((groups) =>
    groups.length === 1 ? (groups[0]?.synonyms ?? []) : [],
  );
  return { words: wordsOf(first), synonyms, others: others.map(wordsOf) };
}

function isPart(groups: readonly WordGroup[], { nameWords }: SearchCatalog): boolean {
  const words = phraseOfGroups(groups).split(' ');
  return (
    lastWords.has(words.at(-1) ?? '') &&
    words.every((word) => partWords.has(word) || wordForms(word).some((form) => nameWords.has(form)))
  );
}

function phraseOfGroups(groups: readonly WordGroup[]): string {
  return phraseOf(groups.flatMap(({ words }) => words.map(({ key }) => key)));
}
