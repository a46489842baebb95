import { partSynonyms } from './part-synonyms.ts';
import { spanishSynonyms } from './spanish-synonyms.ts';
import { singular, wordKey } from './word-forms.ts';

/** Phrase -> phrases that find the same parts: singular words with spaces. */
export const synonymsByPhrase: ReadonlyMap<string, readonly string[]> = readRules([
  ...partSynonyms,
  ...spanishSynonyms,
]);

/** Maximum words of a phrase. */
export const MAX_PHRASE_WORDS = Math.max(
  ...[...synonymsByPhrase.keys()].map((phrase) => phrase.split(' ').length),
);

/** Makes 'Brake Discs' and 'brake disc' one phrase, and also 'batería' and 'bateria'. */
export function phraseOf(words: readonly string[]): string {
  return words.map((word) => singular(wordKey(word.normalize('NFD').replace(/\p{M}/gu, '')))).join(' ');
}

function readRules(lines: readonly string[]): Map<string, string[]> {
  const byPhrase = new Map<string, string[]>();
  const split = (list: string, by: RegExp) =>
    list.split(by).map((phrase) => phraseOf(phrase.trim().split(/\s+/)));
  for (const line of lines) {
    const [typed = '', found] = line.split(' > ');
    const phrases = split(typed, /, | = /);
    for (const phrase of phrases) {
      const targets = found === undefined ? phrases : split(found, /, /);
      byPhrase.set(phrase, [
        ...new Set([...(byPhrase.get(phrase) ?? []), ...targets.filter((other) => other !== phrase)]),
      ]);
    }
  }
  return byPhrase;
}
