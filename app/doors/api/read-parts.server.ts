import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { DB } from '#db/types.ts';
import type { ApiScope } from '#core/api/api-key.ts';
import { centsFromDollars } from '#core/values/money.ts';
import { isPartId } from '#core/catalog/part.ts';
import { type FieldColumn, partColumns, partFields, privateColumns } from '#core/catalog/part-fields.ts';
import { decodePlace, encodePlace, timeOf } from './place.server.ts';
import { nameInApi, type partSchema } from './part-schemas.ts';
import { ApiProblem } from '#core/api/problem.server.ts';

type ApiPart = z.infer<typeof partSchema>;

interface PartsQuery {
  limit: number;
  after?: string | undefined;
  updated_since?: string | undefined;
  stock_number?: string | undefined;
}

/** Lists parts by their last change, the oldest first. `next` is null on the last page. */
export async function listApiParts(
  transaction: Transaction<DB>,
  { limit, after, updated_since: since, stock_number: stockNumber }: PartsQuery,
  withPrivate: boolean,
): Promise<{ parts: ApiPart[]; next: string | null }> {
  const place = after === undefined ? undefined : decodePlace(after, isPartId);
  const conditions = [
    sql`true`,
    ...(place ? [sql`(updated_at, id) > (${timeOf(place)}, ${place.id}::uuid)`] : []),
    ...(since === undefined ? [] : [sql`updated_at >= ${since}::timestamptz`]),
    ...(stockNumber === undefined
      ? []
      : [sql`oem_number_key(stock_number) = oem_number_key(${stockNumber}) and stock_number is not null`]),
  ];
  const rows = await selectParts(
    transaction,
    sql`${sql.join(conditions, sql` and `)} order by updated_at, id limit ${limit}`,
    withPrivate,
  );
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    parts: rows.map(toApiPart),
    next: last ? encodePlace({ microseconds: last.version, id: last.id }) : null,
  };
}

/** Returns undefined if the part does not exist. */
async function readApiPart(
  transaction: Transaction<DB>,
  id: string,
  withPrivate: boolean,
): Promise<ApiPart | undefined> {
  const [row] = await selectParts(transaction, sql`id = ${id}::uuid`, withPrivate);
  return row && toApiPart(row);
}

interface Row extends Record<string, unknown> {
  id: string;
  version: string;
  created_at: Date | null;
  updated_at: Date;
  stock_held: number;
  private: Record<string, unknown> | null;
}

async function selectParts(
  transaction: Transaction<DB>,
  where: ReturnType<typeof sql>,
  withPrivate: boolean,
): Promise<Row[]> {
  const columns = partColumns.map((column) =>
    // Embedded pictures can be large.
    column === 'image_url'
      ? sql`case when image_url not like 'data:%' then image_url end as image_url`
      : sql.ref(column),
  );
  const facts = withPrivate
    ? sql`coalesce((select to_jsonb(facts) from part_private_facts as facts where part_id = parts_catalog.id), '{}')`
    : sql`null::jsonb`;
  const { rows } = await sql<Row>`
    select id, created_at, updated_at, stock_held, ${sql.join(columns)}, ${facts} as private,
      (extract(epoch from updated_at) * 1000000)::bigint::text as version
    from parts_catalog where ${where}`.execute(transaction);
  return rows;
}

function toApiPart(row: Row): ApiPart {
  return {
    id: row.id,
    version: row.version,
    created_at: row.created_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
    stock_held: row.stock_held,
    ...describe(partColumns, row),
    ...(row.private && { private: describe(privateColumns, row.private) }),
  } as ApiPart;
}

function describe(columns: readonly FieldColumn[], row: Record<string, unknown>) {
  return Object.fromEntries(
    columns.map((column) => [nameInApi(column), toJson(column, row[column] ?? null)]),
  );
}

function toJson(column: FieldColumn, value: unknown): unknown {
  if (value === null) return null;
  const { kind } = partFields[column];
  if (kind === 'dollars') return centsFromDollars(value as string);
  return kind === 'decimal' || kind === 'share' ? Number(value) : value;
}

/** Answers every request about one part. @throws {ApiProblem} if the part does not exist. */
export async function answerWithPart(
  transaction: Transaction<DB>,
  id: string,
  scopes: readonly ApiScope[],
): Promise<{ body: ApiPart; headers: Record<string, string> }> {
  const part = await readApiPart(transaction, id, scopes.includes('parts:private'));
  if (!part) throw new ApiProblem(404, 'This part does not exist');
  return { body: part, headers: { ETag: `"${part.version}"` } };
}
