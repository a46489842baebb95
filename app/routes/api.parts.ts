import { databaseContext } from '#services';
import { decodeCursor } from '#features/catalog/cursor.server.ts';
import { partsParameters } from '#features/catalog/parts-parameters.server.ts';
import { countParts, type PartRow, searchParts } from '#features/catalog/search-parts.server.ts';
import type { Route } from './+types/api.parts.ts';

/** GET /api/parts: the catalogue as JSON, for everybody. Described in docs/api.md. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const given = [...new URL(request.url).searchParams].filter(([, value]) => value.trim() !== '');
  const parsed = partsParameters.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return badRequest(`${issue?.path.join('.')} ${issue?.message}`);
  }
  const { sort, limit, after: afterText, in_stock: inStock, ...exact } = parsed.data;
  const after = afterText === undefined ? undefined : decodeCursor(afterText);
  if (afterText !== undefined && !after) return badRequest('after must be the "next" of an earlier answer');

  const database = context.get(databaseContext).public;
  const filters = { ...exact, inStock };
  const [{ parts, next }, { total, inStockTotal }] = await Promise.all([
    searchParts(database, { filters, sort, limit, after }),
    countParts(database, filters),
  ]);
  return Response.json({
    parts: parts.map(numbersFromDecimals),
    total: inStock ? inStockTotal : total,
    in_stock_total: inStockTotal,
    next,
  });
}

function badRequest(error: string) {
  return Response.json({ error }, { status: 400 });
}

/** The specification's fields are numbers where the database keeps exact decimals. */
function numbersFromDecimals({ price, tax_rate, shipping_cost, ...part }: PartRow) {
  const number = (decimal: string | null) => (decimal === null ? null : Number(decimal));
  return { ...part, price: number(price), tax_rate: number(tax_rate), shipping_cost: number(shipping_cost) };
}
