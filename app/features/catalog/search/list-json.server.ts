import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { findOrigin } from '#domain/origin.ts';
import { decimalColumns, partColumns, without } from '#domain/part-fields.ts';
import { available, hasId } from './catalog-conditions.server.ts';
import { toPartJson } from './part-json.server.ts';
import { allHeld, countParts, listPage, type PartsQuery } from './search-parts.server.ts';

interface ListJson {
  /** The parts of the page, each as toPartJson has it, without brackets around them. */
  parts: string;
  next: string | null;
  total: number;
  inStockTotal: number;
}

export async function readListJson(database: Kysely<DB>, query: PartsQuery): Promise<ListJson> {
  const [page, numbers] = await Promise.all([
    readPageJson(database, query),
    countParts(database, query.filters),
  ]);
  return { ...page, ...numbers };
}

async function readPageJson(
  database: Kysely<DB>,
  query: PartsQuery,
): Promise<Pick<ListJson, 'parts' | 'next'>> {
  const { ids, next, read } = await listPage(database, query);
  const parts = read?.map((part) => JSON.stringify(toPartJson(part))).join(',');
  return { parts: parts ?? (await readPartsJson(database, ids)), next };
}

/** PostgreSQL writes the JSON, which goes out as it is, so that the process neither reads nor writes it. */
async function readPartsJson(database: Kysely<DB>, ids: readonly string[]): Promise<string> {
  const { rows } = await sql<{ parts: string | null }>`
    select string_agg(row_to_json(part)::text, ',' order by array_position(${ids}::uuid[], parts_catalog.id)) as parts
    from parts_catalog cross join lateral (select ${jsonColumns}) as part
    where ${hasId(ids)}`.execute(database);
  return withOrigins(rows[0]?.parts ?? '');
}

/** In the order of toPartJson. JavaScript writes decimals without zeros at their end. */
const jsonColumns = sql.join([
  sql.raw(
    ['id', ...without(partColumns, 'stock_quantity', ...decimalColumns)]
      .concat(decimalColumns.map((column) => `trim_scale(${column}) as ${column}`))
      .join(', '),
  ),
  sql`${available} as stock_quantity`,
  sql`(${allHeld}) as all_held`,
]);

/** A quote within a text is escaped, so these names are those of columns. */
const WITHOUT_ORIGIN = /"part_type":(null|"(?:[^"\\]|\\.)*"),"origin":null/g;

/** The origin of a part that states none, by its condition. */
function withOrigins(rows: string): string {
  return rows.replaceAll(WITHOUT_ORIGIN, (_, condition: string) => {
    const origin = findOrigin({ origin: null, condition: JSON.parse(condition) as string | null });
    return `"part_type":${condition},"origin":"${origin}"`;
  });
}
