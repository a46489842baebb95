import { positionsByKey } from './positions.ts';
import type { SearchCatalog } from './search-catalog.ts';
import { phraseOf, synonymsByPhrase, writeOut } from './synonym-index.ts';
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
  /** True after a comma or plus, which may separate parts in a list. */
  isNext: boolean;
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
    return part.split(/[,;|]+|(?<=\D\s)\+(?=\s)/).flatMap((item, place) => {
      const written = item.split(/\s+/).filter(Boolean);
      const words = isQuoted
        ? written
        : joinYears(joinLiters(written)).flatMap((word) => separate(word, catalog));
      return words.map((raw, at) => ({
        raw,
        folded: foldText(raw),
        key: wordKey(raw),
        isQuoted,
        isNext: place > 0 && at === 0,
      }));
    });
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

/** '2006 - 2011' is '2006-2011', and '2012 +' is '2012+'. */
function joinYears(words: readonly string[]): string[] {
  return words
    .join(' ')
    .replaceAll(/(?<!\S)('?(?:\d{2}|\d{4})) (?:[-–] ('?(?:\d{2}|\d{4}))|(\+))(?!\S)/g, (_, from, to, open) =>
      open === undefined ? `${from}-${to}` : `${from}+`,
    )
    .split(' ')
    .filter(Boolean);
}

/** Splits a word with punctuation: '(2010)', 'front/rear', 'honda-civic', 'w/bracket'. */
function separate(word: string, catalog: SearchCatalog): string[] {
  if (/^'?(?:\d{2}|\d{4})\+$/.test(word)) return [word];
  const [, accessory] = word.match(/^w\/(\p{L}{2}.*)$/iu) ?? [];
  if (accessory !== undefined) return ['w/', ...separate(accessory, catalog)];
  const inner = word.replace(/^[([{<*#!?:=+~]+|[)\]}>*#!?:=+~]+$/g, '');
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
    writeOut(key) !== key ||
    wordForms(key).some((form) => nameWords.has(form))
  );
}
