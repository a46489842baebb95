import { addItem, countPart, type CartItem, MAX_QUANTITY } from './cart.ts';
import { recordEvent } from '#core/audit/record-event.ts';
import { changeCart, readCart } from './cart-store.ts';
import { type CatalogRow, fetchRows } from './catalog-rows.ts';

export interface RequestedLine {
  partId: string | null;
  quantity: number;
}

export async function addLines(
  lines: readonly RequestedLine[],
): Promise<{ added: number; requested: number }> {
  const rows = await fetchRows(lines.flatMap(({ partId }) => partId ?? []));
  let added = 0;
  let requested = 0;
  for (const { partId, quantity } of lines) {
    requested += quantity;
    const part = partId && rows.get(partId);
    if (!part || !part.price) continue;
    const space = Math.min(part.stock_quantity, MAX_QUANTITY) - countPart(readCart(), part.id);
    const pieces = Math.min(quantity, space);
    if (pieces <= 0) continue;
    const item = itemFromRow(part, part.price);
    changeCart((items) => addItem(items, item, pieces));
    recordEvent('cart_add', { quantity: pieces }, ['part', part.id]);
    added += pieces;
  }
  return { added, requested };
}

function itemFromRow(part: CatalogRow, price: number): Omit<CartItem, 'quantity'> {
  return {
    id: part.id,
    name: part.part_name,
    partNumber: part.oem_number ?? '',
    price,
    image: part.image_url ?? '/placeholder.svg',
    ...(part.tax_rate !== null && { tax_rate: part.tax_rate }),
    ...(part.shipping_cost !== null && { shipping_cost: part.shipping_cost }),
  };
}
