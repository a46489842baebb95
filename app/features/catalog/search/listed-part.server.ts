import { sql } from 'kysely';
import type { ListedPart } from '#domain/search/may-list.ts';
import { wordKey } from '#domain/search/word-forms.ts';
import type { Database } from '#services';
import { addedAtNumber } from './catalog-conditions.server.ts';

/** What searches compare of a part. Null if it is not in the catalog. */
export async function readListedPart(
  { shop }: Pick<Database, 'shop'>,
  id: string,
): Promise<ListedPart | null> {
  const { rows } = await sql<{
    terms: string[];
    price: string | null;
    texts: string;
    added: string;
  }>`select listed.*, ${addedAtNumber} as added
     from parts_catalog, listed_part(parts_catalog.id) as listed where id = ${id}::uuid`.execute(shop);
  const [part] = rows;
  if (!part) return null;
  const { terms, price, texts, added } = part;
  return {
    id,
    added: Number(added),
    terms: new Set(terms),
    price: price === null ? null : Number(price),
    letters: wordKey(texts),
  };
}
