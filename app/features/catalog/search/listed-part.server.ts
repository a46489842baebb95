import { sql } from 'kysely';
import type { ListedPart } from '#domain/search/may-list.ts';
import { wordKey } from '#domain/search/word-forms.ts';
import type { Database } from '#services';

/** As listed_part in the database. */
export interface ListedRow {
  terms: string[];
  price: number | null;
  added: number;
  texts: string;
}

/** What searches compare of a part. Null if it is not in the catalog. */
export async function readListedPart(
  { shop }: Pick<Database, 'shop'>,
  id: string,
): Promise<ListedPart | null> {
  const { rows } = await sql<{ listed: ListedRow }>`
    select listed_part(parts_catalog) as listed from parts_catalog where id = ${id}::uuid`.execute(shop);
  return rows[0] ? toListedPart(id, rows[0].listed) : null;
}

export function toListedPart(id: string, { terms, price, added, texts }: ListedRow): ListedPart {
  return { id, added, price, terms: new Set(terms), letters: wordKey(texts) };
}
