import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { TextCondition } from './text/to-tsquery.ts';

/** Builds the condition of a level on search_parts, which is `s`. With `needsFit`, the part must fit a vehicle. */
export function isMatch(
  { query, pieces, orQuery }: TextCondition,
  { needsFit = false } = {},
): RawBuilder<SqlBool> {
  const all = allTrue([
    ...hasLexemes(query),
    ...pieces.map(
      (piece) =>
        sql<SqlBool>`(s.doc @@ ${piece.query}::tsquery or s.numbers like ${`%${escapeLike(piece.number)}%`})`,
    ),
    ...(needsFit ? [sql<SqlBool>`s.place is not null`] : []),
  ]);
  return orQuery === null ? all : sql<SqlBool>`(${all} or s.doc @@ ${orQuery}::tsquery)`;
}

export function hasLexemes(query: string | null): RawBuilder<SqlBool>[] {
  return query === null ? [] : [sql<SqlBool>`s.doc @@ ${query}::tsquery`];
}

export function allTrue(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
