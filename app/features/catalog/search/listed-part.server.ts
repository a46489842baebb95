import { sql } from 'kysely';
import type { ListedPart } from '#domain/search/may-list.ts';
import { wordKey } from '#domain/search/word-forms.ts';
import type { Database } from '#services';

/** What searches compare of a part. Null if it is not in the catalog. */
export async function readListedPart(database: Database, id: string): Promise<ListedPart | null> {
  const { rows } = await database.as({ role: 'service_role' }, (transaction) =>
    sql<{
      terms: string[];
      price: string | null;
      texts: string;
    }>`select * from listed_part(${id}::uuid)`.execute(transaction),
  );
  const [part] = rows;
  if (!part) return null;
  const { terms, price, texts } = part;
  return { terms: new Set(terms), price: price === null ? null : Number(price), letters: wordKey(texts) };
}
