import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { PartFilters } from '#domain/catalog-query.ts';
import { closestWord, type KnownWord } from '#domain/closest-word.ts';
import { searchParts } from './search-parts.server.ts';

/** How many words of a query are looked up. */
const WORDS_LOOKED_AT = 8;

/** How many words that look like one are compared with it. */
const WORDS_COMPARED = 40;

/** Behind every word that begins with another comes that other with this letter. */
const LAST_LETTER = '\u{10FFFF}';

/**
 * The search with its misspelt words replaced by the closest that parts are called by, if that finds parts. Misspelt is
 * what has only letters, at least three, and is neither such a word nor, at the end, the beginning of one: 'brak' is,
 * in 'brak pads', though it is found as a piece of 'brake'.
 */
export async function closestSpelling(
  database: Kysely<DB>,
  { q, ...filters }: PartFilters,
): Promise<string | null> {
  // The words as a search takes them: see search_fold and search_words in the database.
  const written = (q ?? '').split(/\s+/).filter(Boolean);
  const words = written.map((word) => word.toLowerCase().replace(/[-.‐‑–—]/g, ''));
  const doubtful = words.filter((word) => /^\p{L}{3,60}$/u.test(word)).slice(0, WORDS_LOOKED_AT);
  const meant = new Map(
    await Promise.all(
      [...new Set(doubtful)].map(async (word) => {
        const mayGoOn = word === words.at(-1);
        return [
          word,
          (await isKnown(database, word, mayGoOn)) ? undefined : await mend(database, word),
        ] as const;
      }),
    ),
  );
  const mended = words.map((word, index) => meant.get(word) ?? written[index]).join(' ');
  if (mended === written.join(' ')) return null;
  const { parts } = await searchParts(database, {
    filters: { ...filters, q: mended },
    sort: 'name',
    limit: 1,
  });
  return parts.length > 0 ? mended : null;
}

/** Whether parts are called by the word, signs around it aside; or by one that it is the beginning of. */
async function isKnown(database: Kysely<DB>, word: string, orBegun: boolean): Promise<boolean> {
  const found = await database
    .selectFrom('search_vocabulary')
    .where('word', '>=', word)
    .where('word', '<=', word + LAST_LETTER)
    .$if(!orBegun, (query) =>
      query.where(sql<boolean>`word collate "default" ~ ('^' || ${word} || '[^[:alnum:]]*$')`),
    )
    .select('word')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function mend(database: Kysely<DB>, word: string): Promise<string | undefined> {
  const { rows } = await sql<{ word: string }>`
    select word from search_words_like(${word}, ${WORDS_COMPARED}) as word`.execute(database);
  const known = rows.map((row) => row.word).filter((candidate) => /^\p{L}+$/u.test(candidate));
  // Only what is as close as can be has to be counted.
  const close = known.filter((candidate) => closestWord(word, [{ word: candidate, parts: 1 }]) !== undefined);
  return closestWord(word, await countWords(database, close));
}

/** A word that stands only beside signs ('pads,') counts for nothing: that wins where there is no other. */
async function countWords(database: Kysely<DB>, words: string[]): Promise<KnownWord[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<{ word: string; parts: string }>`
    select substr(bits.term, 3) as word, sum(bit_count(bits.parts & live.parts)) as parts
    from search_bits as bits join search_bits as live on live.term = 'part' and live.chunk = bits.chunk
    where bits.term = any (${words.map((word) => `w=${word}`)}) group by bits.term`.execute(database);
  const parts = new Map(rows.map((row) => [row.word, Number(row.parts)]));
  return words.map((word) => ({ word, parts: parts.get(word) ?? 0 }));
}
