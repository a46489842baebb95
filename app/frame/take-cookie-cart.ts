import { addItem, countPart, MAX_QUANTITY, MAX_SETTLED } from '#core/carts/cart.ts';
import { parseCookieCart } from '#core/carts/cookie-cart.ts';
import { itemFromRow } from '#core/carts/add-lines.ts';
import { changeCart } from '#core/carts/cart-store.ts';
import { fetchRows } from '#core/carts/catalog-rows.ts';
import { readSettled, SETTLED_KEY } from '#core/checkout/settle-cart.ts';

const COOKIE = /(?:^|; )((?:__Host-)?partyard\.cart)=([^;]*)/;

/** Moves the cart of a browser without scripts into `cart.items`, once. It stays if the catalog doesn't answer. */
export async function takeCookieCart(): Promise<void> {
  // Browsers have locks only on secure sites.
  await ('locks' in navigator ? navigator.locks.request('partyard.cart', move) : move());
}

async function move(): Promise<void> {
  const [, name = '', value = ''] = COOKIE.exec(document.cookie) ?? [];
  if (!name) return;
  const { lines, settled } = parseCookieCart(value);
  const rows = await fetchRows(lines.map(({ partId }) => partId));
  // The cookie may have changed while the catalog answered. From here on, nothing interrupts.
  if (COOKIE.exec(document.cookie)?.[2] !== value) return move();
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax${name.startsWith('__Host-') ? '; Secure' : ''}`;
  changeCart((items) =>
    lines.reduce(
      (cart, { partId, quantity }) => {
        const row = rows.get(partId);
        if (!row?.price) return cart;
        const item = itemFromRow(row, row.price);
        const most = row.all_held ? quantity : Math.min(row.stock_quantity, MAX_QUANTITY);
        const pieces = Math.min(quantity, most - countPart(cart, partId));
        return Array.from({ length: Math.max(0, pieces) }).reduce<typeof cart>(
          (more) => addItem(more, item),
          cart,
        );
      },
      [...items],
    ),
  );
  if (settled.length === 0) return;
  try {
    const all = [...new Set([...settled, ...readSettled()])].slice(0, MAX_SETTLED);
    localStorage.setItem(SETTLED_KEY, JSON.stringify(all));
  } catch {}
}
