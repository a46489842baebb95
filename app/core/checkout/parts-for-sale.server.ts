import { type Kysely, sql, type SqlBool } from 'kysely';
import type { DB } from '#db/types.ts';
import { partFromRow } from '#core/catalog/catalog-row.ts';
import { isPartId, type Part } from '#core/catalog/part.ts';
import { shownColumns, without } from '#core/catalog/part-fields.ts';

export interface PartForSale extends Part {
  /** The facts that the price depends on besides the settings, compared at the sale. Only selectPartsForSale reads them. */
  saleFacts?: string | undefined;
  /** The pieces of an assembly, or the part itself if it is such a piece. Only one buyer can have each. */
  pieces: readonly string[];
}

export type PartsById = ReadonlyMap<string, PartForSale>;

/** Reads parts without their texts and pictures, which can be large. */
export async function readParts(database: Kysely<DB>, ids: readonly string[]): Promise<PartsById> {
  return byId(await select(database, ids).execute());
}

/** Selects parts as service_role. Its rows are for `byId`. */
export function selectPartsForSale(database: Kysely<DB>, ids: readonly string[]) {
  return select(database, ids).select(sql<string>`sale_facts(parts_catalog)`.as('sale_facts'));
}

/** Reads parts like readParts. They cannot change until the transaction ends. */
export async function lockParts(database: Kysely<DB>, ids: readonly string[]): Promise<PartsById> {
  return byId(await select(database, ids).forUpdate().execute());
}

function select(database: Kysely<DB>, ids: readonly string[]) {
  const valid = [...new Set(ids)].filter(isPartId);
  return database
    .selectFrom('parts_catalog')
    .select([
      'id',
      ...without(shownColumns, 'description', 'stock_quantity', 'image_url'),
      sql<number>`stock_quantity - stock_held`.as('stock_quantity'),
      sql<boolean>`stock_held > 0 and stock_held = stock_quantity`.as('all_held'),
      sql<string[]>`claims_of(id)`.as('pieces'),
      sql<boolean>`is_claimed(id)`.as('is_claimed'),
    ])
    .where(sql<SqlBool>`id = any(${valid}::uuid[])`)
    .orderBy('id');
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

export function byId(rows: readonly (Row & { sale_facts?: string })[]): PartsById {
  return new Map(
    rows.map(({ sale_facts: saleFacts, pieces, is_claimed: isClaimed, ...row }) => {
      const part = partFromRow({ ...row, description: null, image_url: null });
      // The job that takes it out of stock may still have to run.
      return [row.id, { ...part, ...(isClaimed && { stock: 0 }), saleFacts, pieces }];
    }),
  );
}

/** Says why two of the parts can't be bought together, by the id of the second one. */
export function findSharedPieces(parts: readonly PartForSale[]): ReadonlyMap<string, string> {
  const holders = new Map<string, PartForSale>();
  const problems = new Map<string, string>();
  for (const part of new Set(parts)) {
    const other = part.pieces.map((piece) => holders.get(piece)).find((each) => each !== undefined);
    if (other)
      problems.set(
        part.id,
        `${other.name} and ${part.name} include the same part. Only one of them can be bought`,
      );
    for (const piece of part.pieces) holders.set(piece, part);
  }
  return problems;
}
