import { clampQuantity, type CartItem } from './cart.ts';

/** Lines of one account's cart. A cart with more stays in its browser. */
export const MAX_ACCOUNT_LINES = 100;

/** Pieces by part id. */
export type Quantities = Readonly<Record<string, number>>;

/** A line in the account's cart, and its part as a new line of a cart; null if the catalog does not have it now. */
export interface AccountLine {
  partId: string;
  quantity: number;
  item: CartItem | null;
}

export function countParts(items: readonly CartItem[]): Quantities {
  const counts: Record<string, number> = {};
  for (const { id, quantity } of items) counts[id] = (counts[id] ?? 0) + quantity;
  return counts;
}

/** The parts whose quantity differs between two carts. */
export function listChangedParts(before: Quantities, now: Quantities): string[] {
  return Object.keys({ ...before, ...now }).filter((id) => before[id] !== now[id]);
}

/**
 * Merges the cart of a browser into the one of the account at sign-in: the larger quantity, and no more than the shop has.
 * A part that is sold out keeps one piece, so that the cart can say so.
 * @param stock all pieces, with those that are held for payments: they can be the shopper's own.
 */
export function mergeQuantity(browser: number, account: number, stock: number): number {
  return Math.min(clampQuantity(Math.max(browser, account)), Math.max(stock, 1));
}

/**
 * Brings a browser's cart up to date with the account's. What the shopper changed while the server was asked stays.
 * Lines keep the price that the shopper has seen: the cart shows what has changed since.
 * @param asked the quantities when the server was asked.
 */
export function applyAccountLines(
  items: readonly CartItem[],
  asked: Quantities,
  lines: readonly AccountLine[],
): CartItem[] {
  const now = countParts(items);
  const isUnchanged = (id: string) => now[id] === asked[id];
  const wanted = new Map(lines.map((line) => [line.partId, line]));
  const kept = items.flatMap((item, index) => {
    if (!isUnchanged(item.id)) return [item];
    const quantity = wanted.get(item.id)?.quantity ?? 0;
    if (quantity === now[item.id]) return [item];
    const isFirst = items.findIndex(({ id }) => id === item.id) === index;
    return isFirst && quantity > 0 ? [{ ...item, quantity }] : [];
  });
  const added = lines.flatMap(({ partId, quantity, item }) =>
    item && quantity > 0 && now[partId] === undefined && isUnchanged(partId) ? [{ ...item, quantity }] : [],
  );
  return [...kept, ...added];
}

/** What the browser knows of the account's cart: lines that it could not show are not removed by it. */
export function knownQuantities(items: readonly CartItem[], lines: readonly AccountLine[]): Quantities {
  const counts = countParts(items);
  return Object.fromEntries(
    lines.flatMap(({ partId, quantity, item }) =>
      quantity > 0 && (item || counts[partId]) ? [[partId, quantity]] : [],
    ),
  );
}
