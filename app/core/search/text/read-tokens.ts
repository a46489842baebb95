import { positionsByKey } from './positions.ts';
import type { SearchCatalog } from './search-catalog.ts';
import { phraseOf, synonymsByPhrase } from './synonym-index.ts';
import { foldText, wordForms, wordKey } from './word-forms.ts';

export interface TypedWord {
  /** Typed text in lower case without dashes and dots. */
  folded: string;
  /** Letters and digits of the text. */
  key: string;
}

export interface Token extends TypedWord {
  raw: string;
  isQuoted: boolean;
}

/** Corners of a car in titles of offers. */
const corners: Readonly<Record<string, readonly string[]>> = {
  lf: ['left', 'front'],
  fl: ['front', 'left'],
  rf: ['right', 'front'],
  lr: ['left', 'rear'],
  rl: ['rear', 'left'],
  rr: ['right', 'rear'],
};

/** Splits a query into words. Words without letters and digits count only if there are no others. */
export function readTokens(text: string, catalog: SearchCatalog): Token[] {
  // A quote that is not closed is text.
  const quoted = text.split(/(?<=^|\s)"([^"]*)"(?=\s|$)/);
  const tokens = quoted.flatMap((part, index) => {
    const isQuoted = index % 2 === 1;
    const written = part.split(/[\s,;|]+/).filter(Boolean);
    const words = isQuoted ? written : joinLiters(written).flatMap((word) => separate(word, catalog));
    return words.map((raw) => ({ raw, folded: foldText(raw), key: wordKey(raw), isQuoted }));
  });
  const spelled = tokens.filter(({ key }) => key !== '');
  return spelled.length > 0 ? spelled : tokens;
}

/** '3.5 liters' is '3.5L'. */
function joinLiters(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const before = joined.at(-1) ?? '';
    if (/^\d\.\d$/.test(before) && /^(l|liters?|litres?)$/i.test(word)) joined.splice(-1, 1, `${before}L`);
    else joined.push(word);
  }
  return joined;
}

/** Splits a word with punctuation: '(2010)', 'front/rear', 'honda-civic', 'w/bracket'. */
function separate(word: string, catalog: SearchCatalog): string[] {
  const inner = word.replace(/^w\/(?=\p{L}{2})/iu, '').replace(/^[([{<*#!?:=+~]+|[)\]}>*#!?:=+~]+$/g, '');
  if (inner === '') return [word];
  const [, inches] = inner.match(/^(\d{2})in(?:ch(?:es)?)?$/i) ?? [];
  if (inches !== undefined) return [inches, 'inch'];
  if (/^\p{L}{2,}(?:[/+&]\p{L}{2,})+$/u.test(inner)) return inner.split(/[/+&]/);
  if (isKnown(wordKey(inner), catalog)) return [inner];
  if (/^\p{L}{2,}(?:-(?:\p{L}{2,}|\d{4}))+$/u.test(inner)) return inner.split('-');
  return [...(corners[inner.toLowerCase()] ?? [inner])];
}

function isKnown(
  key: string,
  { modelsByKey, makesByKey, conditionsByKey, nameWords }: SearchCatalog,
): boolean {
  return (
    modelsByKey.has(key) ||
    makesByKey.has(key) ||
    conditionsByKey.has(key) ||
    positionsByKey.has(key) ||
    synonymsByPhrase.has(phraseOf([key])) ||
    wordForms(key).some((form) => nameWords.has(form))
  );
}
