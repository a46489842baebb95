import type { CardPart } from '#core/catalog/card-part.ts';
import { centsFromDollars } from '#core/values/money.ts';

export interface CartItem {
  id: string;
  name: string;
  partNumber: string;
  /** Dollars for one unit. */
  price: number;
  quantity: number;
  image: string;
  /** A fraction of the price: 0.08 is 8 %. */
  tax_rate?: number;
  /** Dollars for the whole line. */
  shipping_cost?: number;
}

/** A line without its own tax rate or shipping cost has the shop's defaults. */
export type LineTerms = Pick<CartItem, 'price' | 'tax_rate' | 'shipping_cost'>;

/** The parts of a payment. A part that was deleted since has no id. */
export type BoughtParts = readonly { partId: string | null; quantity: number }[];

/** The largest quantity of a part in a cart. */
export const MAX_QUANTITY = 999;

/** The number of paid carts that the browser and the server remember. A shopper pays for fewer in a day. */
export const MAX_SETTLED = 50;

/** Converts a part to a cart item, with dollars for cents (Spec §3, Cart item). */
export function toCartItem(part: CardPart): Omit<CartItem, 'quantity'> {
  return {
    id: part.id,
    name: part.name,
    partNumber: part.oemNumber ?? '',
    price: (part.priceCents ?? 0) / 100,
    image: part.imageUrl ?? '/placeholder.svg',
    ...(part.taxRate != null && { tax_rate: part.taxRate }),
    ...(part.shippingCostCents != null && { shipping_cost: part.shippingCostCents / 100 }),
  };
}

/** Adds units to the line with the same id and part number, or as a new line (Spec §4, Cart; §9). */
export function addItem(items: readonly CartItem[], item: Omit<CartItem, 'quantity'>, units = 1): CartItem[] {
  const isSame = (line: CartItem) => line.id === item.id && line.partNumber === item.partNumber;
  if (!items.some(isSame)) return [...items, { ...item, quantity: units }];
  return items.map((line) =>
    isSame(line) ? { ...line, quantity: clampQuantity(line.quantity + units) } : line,
  );
}

/** Removes a part from the cart (Spec §4, Cart). */
export function removeItem(items: readonly CartItem[], id: string): CartItem[] {
  return items.filter((line) => line.id !== id);
}

/** Sets the quantity of a line and removes the line at 0 or below (Spec §4, Cart). */
export function setQuantity(items: readonly CartItem[], id: string, quantity: number): CartItem[] {
  if (quantity <= 0) return removeItem(items, id);
  return items.map((line) => (line.id === id ? { ...line, quantity: clampQuantity(quantity) } : line));
}

/** Replaces the price, tax rate, and shipping cost of a line. */
export function setTerms(items: readonly CartItem[], id: string, terms: LineTerms): CartItem[] {
  return items.map((line) => {
    if (line.id !== id) return line;
    const { price: _, tax_rate: _tax, shipping_cost: _shipping, ...rest } = line;
    return { ...rest, ...terms };
  });
}

/** Checks whether a line costs the same under both terms, in cents. */
export function hasSameTerms(one: LineTerms, other: LineTerms): boolean {
  return (
    centsFromDollars(one.price) === centsFromDollars(other.price) &&
    one.tax_rate === other.tax_rate &&
    one.shipping_cost === other.shipping_cost
  );
}

/** Removes paid units from the cart. Units that were added later stay. */
export function removeBought(items: readonly CartItem[], bought: BoughtParts): CartItem[] {
  return bought.reduce<CartItem[]>(
    (rest, { partId, quantity }) => {
      const line = rest.find((item) => item.id === partId);
      return line ? setQuantity(rest, line.id, line.quantity - quantity) : rest;
    },
    [...items],
  );
}

/** Counts the units of one part in the cart, under all part numbers. */
export function countPart(items: readonly CartItem[], id: string): number {
  return countItems(items.filter((line) => line.id === id));
}

/** Counts all units in the cart. */
export function countItems(items: readonly Pick<CartItem, 'quantity'>[]): number {
  return items.reduce((count, line) => count + line.quantity, 0);
}

/** Parses the cart from the browser's storage and drops invalid lines. */
export function parseCart(stored: string | null): CartItem[] {
  try {
    const lines: unknown = JSON.parse(String(stored));
    return Array.isArray(lines) ? lines.flatMap(parseItem) : [];
  } catch {
    return [];
  }
}

function parseItem(line: unknown): CartItem[] {
  if (typeof line !== 'object' || line === null) return [];
  const { id, name, partNumber, price, quantity, image, tax_rate, shipping_cost } = line as Record<
    string,
    unknown
  >;
  if (typeof id !== 'string' || id === '' || !isAmount(price)) return [];
  if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1) return [];
  return [
    {
      id,
      // Old carts have no names and no images (Spec §3).
      name: typeof name === 'string' && name !== '' ? name : 'Part',
      partNumber: typeof partNumber === 'string' ? partNumber : '',
      price,
      quantity: clampQuantity(quantity),
      image: typeof image === 'string' ? image : '',
      ...(isAmount(tax_rate) && tax_rate <= 1 && { tax_rate }),
      ...(isAmount(shipping_cost) && { shipping_cost }),
    },
  ];
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 10_000_000;
}

/** Limits the quantity of a line to MAX_QUANTITY. */
export function clampQuantity(quantity: number): number {
  return Math.min(quantity, MAX_QUANTITY);
}
