import { partAbbreviations } from './part-abbreviations.ts';
import { partSynonyms } from './part-synonyms.ts';
import { spanishSynonyms } from './spanish-synonyms.ts';
import { singular, wordKey } from './word-forms.ts';

/** Phrase -> phrases that find the same parts: singular words with spaces. */
export const synonymsByPhrase: ReadonlyMap<string, readonly string[]> = readRules([
  ...partSynonyms,
  ...spanishSynonyms,
]);

const phrases: ReadonlySet<string> = new Set(
  [...synonymsByPhrase].flatMap(([phrase, others]) => [phrase].concat(others)),
);

/** Tells whether singular words with spaces are the name of a part. */
export function isPhrase(phrase: string): boolean {
  return phrases.has(phrase);
}

/** Words that parts are called by, also those that the catalog lacks. */
export const partWords: ReadonlySet<string> = new Set([...phrases].flatMap((phrase) => phrase.split(' ')));

/** Words that names of parts end with: a 'brake pad' is a pad. */
export const lastWords: ReadonlySet<string> = new Set(
  [...phrases].flatMap((phrase) => phrase.split(' ').at(-1) ?? []),
);

/** Abbreviation, as a singular -> its words. */
const abbreviations: ReadonlyMap<string, string> = new Map(
  partAbbreviations.flatMap((line) => {
    const [short = '', words = ''] = line.split(' = ');
    return short.split(', ').map((key) => [singular(key), words] as const);
  }),
);

/** Writes the abbreviations in a phrase out: 'pwr strg pump' is 'power steering pump'. */
export function writeOut(phrase: string): string {
  return phrase
    .split(' ')
    .map((word) => abbreviations.get(word) ?? word)
    .join(' ');
}

/** Maximum words of a phrase. */
export const MAX_PHRASE_WORDS = Math.max(
  ...[...synonymsByPhrase.keys()].map((phrase) => phrase.split(' ').length),
);

/** Makes 'Brake Discs' and 'brake disc' one phrase, and also 'batería' and 'bateria'. */
export function phraseOf(words: readonly string[]): string {
  return words.map((word) => singular(wordKey(word))).join(' ');
}

function readRules(lines: readonly string[]): Map<string, string[]> {
  const byPhrase = new Map<string, string[]>();
  const split = (list: string, by: RegExp) =>
    list.split(by).map((phrase) => phraseOf(phrase.trim().split(/\s+/)));
  for (const line of lines) {
    const [typed = '', found] = line.split(' > ');
    const sources = split(typed, /, | = /);
    for (const phrase of sources) {
      const targets = found === undefined ? sources : split(found, /, /);
      byPhrase.set(phrase, [
        ...new Set([...(byPhrase.get(phrase) ?? []), ...targets.filter((other) => other !== phrase)]),
      ]);
    }
  }
  return byPhrase;
}
