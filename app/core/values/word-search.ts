/** Maximum characters. The database cuts words there, too (db/migrations/0043_words_without_accents.sql). */
const MAX_WORD_LENGTH = 100;

/** More words do not make a search more precise. */
const MAX_WORDS = 12;

/** Shorter beginnings of words are too popular to look up. */
const MIN_SELECTIVE_LENGTH = 3;

/** Apostrophes as people and keyboards write them. */
const APOSTROPHES = /['’‘ʼ`´]/gu;

/** Writes a text without accents: Gómez is Gomez. The database does the same (plain_text). */
export function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]+/g, '')
    .normalize('NFC');
}

/** Writes a text in lower case, without accents and apostrophes: O'Neil is oneil, Gómez is gomez. */
export function plainText(text: string): string {
  return toLowerCase(withoutAccents(text)).replaceAll(APOSTROPHES, '');
}

/** Splits a name, an email or the name of a part into words. The database stores them, and those between apostrophes. */
export function splitWords(text: string): string[] {
  return plainText(text)
    .split(/[^\p{Alphabetic}0-9]+/u)
    .filter((word) => word !== '')
    .map(cut);
}

/** Writes an OEM number, a tracking number or a phone number as one word. */
export function joinNumber(text: string): string {
  return cut(toLowerCase(text).replaceAll(/[^a-z0-9]/g, ''));
}

export interface WordSearch {
  /** A tsquery of PostgreSQL. */
  query: string;
  /** Words of the query that are long enough to look up, or else all of them. */
  lookups: readonly string[];
  /** A tsquery of the whole text as one number, which is enough to find something. */
  joined: string | undefined;
}

/**
 * Reads the text of a search for orders, returns, requests and messages. Each word has to begin a word of what is found.
 * Numbers are found with and without separators, phone numbers with and without the country's code. Returns undefined for a
 * text without words.
 */
export function readWordSearch(text: string): WordSearch | undefined {
  const terms = text
    .split(/\s+/)
    .map(readTerm)
    .filter((term) => term !== undefined)
    .slice(0, MAX_WORDS);
  if (terms.length === 0) return undefined;
  const joined = joinWhole(text, terms.length);
  const queries = terms.map((term) => term.query);
  const lookups = terms.map(({ lookup }) => lookup).filter((lookup) => lookup !== undefined);
  return { query: joinQueries(queries, joined), lookups: lookups.length > 0 ? lookups : queries, joined };
}

/** A number can have several words: '(619) 555-0142'. A phone number may begin with the country's code. */
function joinWhole(text: string, words: number): string | undefined {
  const whole = joinNumber(text);
  const local = /^1\d{10}$/.test(whole) ? whole.slice(1) : undefined;
  const numbers = [words > 1 && /\d/.test(whole) ? whole : undefined, local];
  const queries = numbers.filter((number) => number !== undefined).map(beginsWith);
  return queries.length > 0 ? queries.join(' | ') : undefined;
}

function joinQueries(queries: readonly string[], joined: string | undefined): string {
  return [queries.map((each) => `(${each})`).join(' & '), joined].filter(Boolean).join(' | ');
}

/** Finding this many orders in the index of words costs as much as checking one order against the words. */
const CHECK_COST = 30;

/**
 * Chooses a tsquery to look up in the index of words: it finds the orders of the search, and maybe others. Leaves out popular
 * words, because the index reads the list of each.
 * @param shares Share of orders that have each lookup, from 0 to 1.
 */
export function chooseLookup({ lookups, joined }: WordSearch, shares: readonly number[]): string {
  const rarest = lookups
    .map((lookup, index) => ({ lookup, share: shares[index] ?? 1 }))
    .toSorted((one, other) => one.share - other.share);
  let read = 0;
  let found = 1;
  const costs = rarest.map(({ share }) => {
    read += share;
    found *= share;
    return read + CHECK_COST * found;
  });
  const chosen = rarest.slice(0, costs.indexOf(Math.min(...costs)) + 1);
  return joinQueries(
    chosen.map(({ lookup }) => lookup),
    joined,
  );
}

interface Term {
  query: string;
  /** Query of its longer words. Undefined if there are none. */
  lookup: string | undefined;
}

function readTerm(text: string): Term | undefined {
  const words = splitWords(text);
  if (words.length === 0) return undefined;
  // Single words of an email, such as 'com', are popular.
  if (/.@./u.test(text)) {
    const email = beginsWith(cut(toLowerCase(text)));
    return { query: email, lookup: email };
  }
  const long = words.filter((word) => word.length >= MIN_SELECTIVE_LENGTH);
  const number = words.length > 1 ? joinNumber(text) : '';
  const write = (all: readonly string[]) => {
    const together = all.map(beginsWith).join(' & ');
    return number === '' ? together : `(${together}) | ${beginsWith(number)}`;
  };
  return { query: write(words), lookup: long.length > 0 ? write(long) : undefined };
}

function beginsWith(word: string): string {
  return `'${word.replaceAll(/['\\]/g, '$&$&')}':*`;
}

/** Works like lower() of PostgreSQL: character by character, each to one character. */
function toLowerCase(text: string): string {
  return Array.from(text, (character) => [...character.toLowerCase()][0]).join('');
}

function cut(word: string): string {
  return [...word].slice(0, MAX_WORD_LENGTH).join('');
}
