import { addItem, countOf, type CartItem, MOST_OF_ONE } from '#domain/cart.ts';
import { noteEvent } from '#audit/browser';
import { changeCart, readCart } from './cart-store.ts';

/** A part and how many of it. */
export interface Wanted {
  partId: string | null;
  quantity: number;
}

/** What is read of a part in an answer of GET /api/parts (docs/api.md); amounts in dollars. */
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

/**
 * Puts what can be bought of an earlier order into the cart, at today's prices.
 *
 * @returns how many pieces were added, and how many were wanted.
 * @throws when the catalogue does not answer.
 */
export async function addLines(lines: readonly Wanted[]): Promise<{ added: number; wanted: number }> {
  const ids = lines.flatMap(({ partId }) => partId ?? []);
  const response = await fetch(`/api/parts?ids=${ids.join(',')}`);
  if (!response.ok) throw new Error(`The catalogue answered ${response.status}`);
  const { parts } = (await response.json()) as { parts: CatalogRow[] };

  let added = 0;
  let wanted = 0;
  for (const { partId, quantity } of lines) {
    wanted += quantity;
    const part = parts.find(({ id }) => id === partId);
    if (!part?.price) continue;
    const room = Math.min(part.stock_quantity, MOST_OF_ONE) - countOf(readCart(), part.id);
    const pieces = Math.max(0, Math.min(quantity, room));
    const item = itemFromRow(part, part.price);
    changeCart((items) => {
      let more = [...items];
      for (let piece = 0; piece < pieces; piece += 1) more = addItem(more, item);
      return more;
    });
    if (pieces > 0) noteEvent('cart_add', { quantity: pieces }, ['part', part.id]);
    added += pieces;
  }
  return { added, wanted };
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
