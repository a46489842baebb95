import { type FetchedRow, fetchRows } from '#core/catalog/fetch-rows.ts';
import { addAvailable } from '#core/carts/cart-store.ts';
import type { CartItem } from '#core/carts/cart.ts';

export interface RequestedLine {
  partId: string | null;
  quantity: number;
}

/** Adds the lines of an order again, as far as they are available. */
export async function addLines(
  lines: readonly RequestedLine[],
): Promise<{ added: number; requested: number }> {
  const rows = await fetchRows(lines.flatMap(({ partId }) => partId ?? []));
  let added = 0;
  let requested = 0;
  for (const { partId, quantity } of lines) {
    requested += quantity;
    const row = partId && rows.get(partId);
    if (row && row.price) added += addAvailable(itemFromRow(row, row.price), quantity, row.stock_quantity);
  }
  return { added, requested };
}

function itemFromRow(row: FetchedRow, price: number): Omit<CartItem, 'quantity'> {
  return {
    id: row.id,
    name: row.part_name,
    partNumber: row.oem_number ?? '',
    price,
    image: row.image_url ?? '/placeholder.svg',
    ...(row.tax_rate !== null && { tax_rate: row.tax_rate }),
    ...(row.shipping_cost !== null && { shipping_cost: row.shipping_cost }),
  };
}
