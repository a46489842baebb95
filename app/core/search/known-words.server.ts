import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { containsAll } from './text/search-levels.ts';
import {
  type KnownWord,
  type KnownWords,
  listBeginnings,
  MIN_PIECE,
  type TextCondition,
  toTextCondition,
} from './text/to-tsquery.ts';

/** Selects the parts that have all these words in their fields, or the whole text as a number. Ignores meanings and levels. */
export async function readWords(
  database: Kysely<DB>,
  words: readonly string[],
  text: string,
): Promise<TextCondition> {
  const level = containsAll(words, text);
  return toTextCondition(level, await readKnownWords(database, listBeginnings([level])));
}

/** If more words begin so, they are looked for by their beginning. */
const MAX_BEGUN = 40;

const MAX_CONTAINING = 100;

/** Sorts after all words with a beginning. */
const LAST_CHARACTER = '\u{10FFFF}';

export async function readKnownWords(
  database: Kysely<DB>,
  beginnings: readonly string[],
): Promise<KnownWords> {
  if (beginnings.length === 0) return new Map();
  const { rows } = await sql<{
    typed: string;
    begun: string[];
    containing: string[];
    is_in_numbers: boolean;
  }>`
    select typed, begun, is_in_numbers, case
      when cardinality(begun) > 0 then '{}'
      else array(
        select distinct word::text from search_vocabulary
        where word !~ '=' and word like '%' || typed || '%' limit ${MAX_CONTAINING}
      )
    end as containing
    from unnest(${beginnings}::text[]) as given (typed)
    cross join lateral (
      select array(
        select distinct word::text from search_vocabulary
        where word >= typed collate "C" and word < (typed || ${LAST_CHARACTER}) collate "C" and word !~ '='
        limit ${MAX_BEGUN + 1}
      ) as begun, length(typed) >= ${MIN_PIECE} and search_is_in_numbers(upper(typed)) as is_in_numbers
    ) as found`.execute(database);
  return new Map(
    rows.map(({ typed, begun, containing, is_in_numbers: isInNumbers }): [string, KnownWord] => [
      typed,
      {
        words: begun.length > MAX_BEGUN ? null : begun.length > 0 ? begun : containing,
        isInNumbers,
      },
    ]),
  );
}
