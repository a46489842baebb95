import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { ApiScope } from '#core/api/api-key.ts';
import type { PartColumns } from '#core/catalog/part-fields.ts';
import { MAX_STOCK } from '#core/catalog/stock.ts';
import { readPartBody } from './part-body.server.ts';
import { nameInApi, priceColumns, stockColumns } from './part-schemas.ts';
import { ApiProblem } from '#core/api/problem.server.ts';

/** Locks a part and returns its version, or undefined if the part does not exist. */
export async function lockPart(transaction: Transaction<DB>, id: string): Promise<string | undefined> {
  const part = await transaction
    .selectFrom('parts_catalog')
    .select(sql<string>`(extract(epoch from updated_at) * 1000000)::bigint::text`.as('version'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return part?.version;
}

/** @throws {ApiProblem} if the program has seen another version. */
export function checkVersion({ headers }: Request, version: string | undefined): void {
  const wanted = headers.get('If-Match');
  if (wanted === null || wanted === '*' || wanted === `"${version}"`) return;
  throw new ApiProblem(412, 'The part has changed since you read it. Read it again');
}

/** Returns the columns that a body changes. @throws {ApiProblem} if it is invalid, or the scopes do not allow it. */
export function changeOf(
  { stock_change: difference, ...fields }: Record<string, unknown> & { stock_change?: number | undefined },
  now: Pick<PartColumns, 'stock_quantity'>,
  scopes: readonly ApiScope[],
): Partial<PartColumns> {
  const part = readPartBody(fields);
  if (difference !== undefined) {
    if (part.stock_quantity !== undefined)
      throw new ApiProblem(422, 'Send either stock_quantity or stock_change', {
        errors: { stock_change: 'is not allowed together with stock_quantity' },
      });
    part.stock_quantity = now.stock_quantity + difference;
    if (part.stock_quantity < 0 || part.stock_quantity > MAX_STOCK)
      throw new ApiProblem(409, `The stock is ${now.stock_quantity}, which this would make impossible`);
  }
  if (scopes.includes('parts:write')) return part;
  const allowed = new Set([
    ...(scopes.includes('prices:write') ? priceColumns : []),
    ...(scopes.includes('stock:write') ? stockColumns : []),
  ]);
  const refused = (Object.keys(part) as (keyof PartColumns)[]).find((column) => !allowed.has(column));
  if (refused) throw new ApiProblem(403, `The key may not change ${nameInApi(refused)}`);
  return part;
}
