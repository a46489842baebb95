import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { PartFilters } from '#core/catalog/catalog-query.ts';
import { findClosestWord, type VocabularyWord } from '#core/values/closest-word.ts';
import { noiseWords } from './text/filler-words.ts';
import { foldText } from './text/word-forms.ts';
import { interpretText } from './search-catalog.server.ts';
import { firstThatFinds } from './search-parts.server.ts';

const MAX_CHECKED_WORDS = 8;

const MAX_CANDIDATES = 40;

/** Sorts after all words with a prefix. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Finds a corrected text that finds parts. Returns null if there is none. */
export async function findClosestSpelling(
  database: Kysely<DB>,
  { q = '', ...filters }: PartFilters,
): Promise<string | null> {
  const corrected = await correctSpelling(database, q);
  return corrected && firstThatFinds(database, [corrected], filters);
}

/**
 * Corrects words of 3 or more letters that have no other meaning, by words that are accepted. The last may be incomplete.
 * Returns null if nothing changes.
 */
export async function correctSpelling(
  database: Kysely<DB>,
  text: string,
  accept: (word: string, typed: string) => boolean = () => true,
): Promise<string | null> {
  const { query, catalog } = await interpretText(database, text);
  const { pieces } = query;
  const words = pieces.map((piece) => (piece.kind === 'word' ? foldText(piece.text) : ''));
  const checked = words.filter((word) => /^\p{L}{3,60}$/u.test(word)).slice(0, MAX_CHECKED_WORDS);
  const replacements = new Map(
    await Promise.all(
      [...new Set(checked)].map(async (word) => {
        const acceptPrefix = word === words.at(-1);
        return [
          word,
          catalog.nameWords.has(word) || (await isInVocabulary(database, word, acceptPrefix))
            ? undefined
            : await findReplacement(database, word),
        ] as const;
      }),
    ),
  );
  const corrected = pieces.map(({ text: typed }, index) => {
    const word = words[index] ?? '';
    const replacement = replacements.get(word);
    return replacement !== undefined && accept(replacement, word) ? replacement : typed;
  });
  return corrected.some((word, index) => word !== pieces[index]?.text) ? corrected.join(' ') : null;
}

/** Tells whether the vocabulary has a word. With `acceptPrefix`, the beginning of a word counts. */
async function isInVocabulary(database: Kysely<DB>, word: string, acceptPrefix: boolean): Promise<boolean> {
  const found = await database
    .selectFrom('search_vocabulary')
    .where('word', '>=', word)
    .where('word', '<=', word + LAST_CHARACTER)
    .$if(!acceptPrefix, (query) => query.where('word', '=', word))
    .select('word')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function findReplacement(database: Kysely<DB>, word: string): Promise<string | undefined> {
  const { rows } = await sql<{ word: string }>`
    select word from search_words_like(${word}, ${MAX_CANDIDATES}) as word`.execute(database);
  const candidates = rows
    .map((row) => row.word)
    .filter((candidate) => /^\p{L}+$/u.test(candidate) && !noiseWords.has(candidate));
  const close = candidates.filter(
    (candidate) => findClosestWord(word, [{ word: candidate, parts: 1 }]) !== undefined,
  );
  return findClosestWord(word, await countWords(database, close));
}

async function countWords(database: Kysely<DB>, words: string[]): Promise<VocabularyWord[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<VocabularyWord>`select * from search_count_words(${words}::text[])`.execute(
    database,
  );
  return rows;
}
