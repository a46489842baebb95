import { addItem, countPart, type CartItem, MAX_QUANTITY } from '#domain/cart.ts';
import { recordEvent } from '#audit/browser';
import { changeCart, readCart } from './cart-store.ts';

export interface RequestedLine {
  partId: string | null;
  quantity: number;
}

/** From GET /api/parts. Amounts in dollars. */
interface CatalogRow {
  id: string;
  part_name: string;
  oem_number: string | null;
  image_url: string | null;
  price: number | null;
  stock_quantity: number;
  tax_rate: number | null;
  shipping_cost: number | null;
}

export async function addLines(
  lines: readonly RequestedLine[],
): Promise<{ added: number; requested: number }> {
  const ids = lines.flatMap(({ partId }) => partId ?? []);
  const response = await fetch(`/api/parts?ids=${ids.join(',')}`);
  if (!response.ok) throw new Error(`The catalog answered ${response.status}`);
  const { parts } = (await response.json()) as { parts: CatalogRow[] };

  let added = 0;
  let requested = 0;
  for (const { partId, quantity } of lines) {
    requested += quantity;
    const part = parts.find(({ id }) => id === partId);
    if (!part?.price) continue;
    const space = Math.min(part.stock_quantity, MAX_QUANTITY) - countPart(readCart(), part.id);
    const pieces = Math.max(0, Math.min(quantity, space));
    const item = itemFromRow(part, part.price);
    changeCart((items) => {
      let more = [...items];
      for (let piece = 0; piece < pieces; piece += 1) more = addItem(more, item);
      return more;
    });
    if (pieces > 0) recordEvent('cart_add', { quantity: pieces }, ['part', part.id]);
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
