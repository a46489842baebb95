import type { Clause, SearchLevel } from './search-level.ts';

/** Words of all parts that complete a typed word. */
export interface KnownWord {
  /** Words that begin with it or, if none does, that contain it. Null if there are too many to list. */
  words: readonly string[] | null;
  /** True if a number contains it. */
  isInNumbers: boolean;
}

/** Beginning in the clauses of a search -> its words. */
export type KnownWords = ReadonlyMap<string, KnownWord>;

/** A level in PostgreSQL's words. A part meets `query` and all `pieces`, or else `orQuery`. */
export interface TextCondition {
  /** A tsquery, or null for any part. */
  query: string | null;
  /** Each piece is a tsquery, or a piece of a number. */
  pieces: readonly { query: string; number: string }[];
  orQuery: string | null;
  /** True if few parts have a number. */
  isRare?: boolean;
  /** See SearchLevel. */
  isWide?: boolean | undefined;
}

/** Too many numbers contain shorter pieces. */
export const MIN_PIECE = 3;

const MAX_WORDS = 60;

/** Lists the beginnings whose words must be known for these levels. */
export function listBeginnings(levels: readonly SearchLevel[]): string[] {
  const clauses = levels.flatMap((level) => level.clauses);
  return [
    ...new Set([
      ...clauses.flatMap((clause) => (clause.in === 'any' && clause.begins ? [clause.begins] : [])),
      ...levels.flatMap(({ orWords = [] }) => orWords),
    ]),
  ];
}

/** Levels that look in names need `nameWords`. Only parts that fit meet the `query` of a text for vehicles. */
export function toTextCondition(
  { clauses, unless = [], isWide, orWords = [], orTerms = [], orPrefixes = [] }: SearchLevel,
  known: KnownWords,
  nameWords: ReadonlySet<string> = new Set(),
  { isForVehicles = false } = {},
): TextCondition {
  const needed: string[] = [];
  const pieces: { query: string; number: string }[] = [];
  for (const clause of clauses) {
    const query = anyOf(lexemesOf(clause, known, nameWords));
    const isPiece = clause.in === 'any' && known.get(clause.begins ?? '')?.isInNumbers;
    if (isPiece) pieces.push({ query, number: (clause.begins ?? '').toUpperCase() });
    else needed.push(query);
  }
  needed.push(...unless.map(meets));
  const others = [
    ...orTerms.map(quote),
    ...orPrefixes.map(prefix),
    ...(orWords.length > 0 ? [allOf(orWords.map((word) => anyOf(wordLexemes(word, known))))] : []),
  ];
  const query = needed.length > 0 ? allOf(needed) : null;
  const orQuery = others.length > 0 ? anyOf(others) : null;
  const isRare = clauses.every(isNumber);
  const isOneQuery = pieces.length === 0 && query !== null && orQuery !== null && !isForVehicles;
  return isOneQuery
    ? { query: anyOf([query, orQuery]), pieces, orQuery: null, isRare, isWide }
    : { query, pieces, orQuery, isRare, isWide };
}

/** Writes a query that parts without a conflict meet. Null if there can be none. */
export function unlessQuery(conflicts: NonNullable<SearchLevel['unless']>): string | null {
  return conflicts.length > 0 ? allOf(conflicts.map(meets)) : null;
}

function meets({ opposite, explicit }: NonNullable<SearchLevel['unless']>[number]): string {
  return `(!${anyOf(opposite.map(quote))} | ${anyOf(explicit.map(quote))})`;
}

function isNumber({ terms = [], prefixes = [] }: Clause): boolean {
  return [...terms, ...prefixes].some((term) => /^(oem|old|stock)=/.test(term));
}

function lexemesOf(
  { terms = [], prefixes = [], begins = '', in: where }: Clause,
  known: KnownWords,
  nameWords: ReadonlySet<string>,
): string[] {
  return [
    ...terms.map(quote),
    ...prefixes.map(prefix),
    ...(begins === '' ? [] : where === 'name' ? nameLexemes(begins, nameWords) : wordLexemes(begins, known)),
  ];
}

/** Lists the words of names that begin with a text or, if none does, that contain it. */
function nameLexemes(begins: string, nameWords: ReadonlySet<string>): string[] {
  const words = [...nameWords];
  const begun = words.filter((word) => word.startsWith(begins));
  const found = begun.length > 0 ? begun : words.filter((word) => word.includes(begins));
  return found.length > MAX_WORDS ? [prefix(`t=${begins}`)] : found.map((word) => quote(`t=${word}`));
}

function wordLexemes(begins: string, known: KnownWords): string[] {
  const words = known.get(begins)?.words ?? null;
  // Words with digits are not among the known ones.
  const numbers = /\d/.test(begins)
    ? [`w=${begins}`, ...['oem', 'old', 'stock'].map((kind) => `${kind}=${begins.toUpperCase()}`)].map(prefix)
    : [];
  return [
    ...(words === null ? [prefix(`w=${begins}`)] : words.map((word) => quote(`w=${word}`))),
    ...numbers,
  ];
}

/** Quotes a lexeme of a tsquery: doubles quotes and backslashes. */
function quote(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

function prefix(lexeme: string): string {
  return `${quote(lexeme)}:*`;
}

/** No part has this lexeme. */
const NONE = "'none='";

export function anyOf(queries: readonly string[]): string {
  return queries.length > 0 ? `(${queries.join(' | ')})` : NONE;
}

export function allOf(queries: readonly string[]): string {
  return `(${queries.join(' & ')})`;
}

/** Writes a query for parts with one of these lexemes. */
export function anyLexeme(lexemes: readonly string[]): string {
  return anyOf(lexemes.map(quote));
}
