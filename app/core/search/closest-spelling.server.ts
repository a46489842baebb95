import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { PartFilters } from '#core/catalog/catalog-query.ts';
import { findClosestWord, type VocabularyWord } from '#core/values/closest-word.ts';
import { noiseWords } from './text/filler-words.ts';
import type { Interpretation } from './text/interpret-query.ts';
import { isRealWord } from './text/real-words.ts';
import type { SearchCatalog } from './text/search-catalog.ts';
import { anyLexeme } from './text/to-tsquery.ts';
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

/** Reads what a text finds, or else, as the junkyard page does, what its closest spelling finds. */
export async function findWithSpelling<Found extends { total: number }>(
  database: Kysely<DB>,
  filters: PartFilters,
  read: (q: string | undefined) => Promise<Found>,
): Promise<{ found: Found; corrected: string | null }> {
  const found = await read(filters.q);
  const corrected = found.total === 0 && filters.q ? await findClosestSpelling(database, filters) : null;
  return corrected === null ? { found, corrected } : { found: await read(corrected), corrected };
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
          isRealWord(word, catalog.nameWords) || (await isInVocabulary(database, word, acceptPrefix))
            ? undefined
            : await findReplacement(database, word, { query, catalog }),
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

/** Prefers names of parts, makes and models, then the word of most parts of the vehicle that the text names. */
async function findReplacement(
  database: Kysely<DB>,
  word: string,
  { query, catalog }: { query: Interpretation; catalog: SearchCatalog },
): Promise<string | undefined> {
  const { rows } = await sql<{ word: string }>`
    select word from search_words_like(${word}, ${MAX_CANDIDATES}) as word`.execute(database);
  const close = rows
    .map((row) => row.word)
    .filter((candidate) => /^\p{L}+$/u.test(candidate) && !noiseWords.has(candidate))
    .filter((candidate) => findClosestWord(word, [{ word: candidate, parts: 1 }]) !== undefined);
  const names = close.filter(
    (candidate) =>
      catalog.nameWords.has(candidate) ||
      catalog.makesByKey.has(candidate) ||
      catalog.modelsByKey.has(candidate),
  );
  const candidates = names.length > 0 ? names : close;
  const vehicle = vehicleQuery(query);
  const near = await countWords(database, candidates, vehicle);
  const isOther = vehicle !== '' && near.every(({ parts }) => parts === 0);
  return findClosestWord(word, isOther ? await countWords(database, candidates) : near);
}

/** Continues a tsquery with the vehicle that a text names. */
function vehicleQuery({ makes, models }: Interpretation): string {
  const lexemes = models.flat().map(({ model }) => `model=${model}`);
  if (lexemes.length === 0) lexemes.push(...makes.map((make) => `make=${make}`));
  return lexemes.length === 0 ? '' : ` & ${anyLexeme(lexemes)}`;
}

async function countWords(database: Kysely<DB>, words: string[], near = ''): Promise<VocabularyWord[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<VocabularyWord>`
    select * from search_count_words(${words}::text[], ${near})`.execute(database);
  return rows;
}
