import type { Part } from './part.ts';

/** A line of the cart, as it is kept in the browser (Spec §3, Cart item). */
export interface CartItem {
  id: string;
  name: string;
  /** The OEM number. */
  partNumber: string;
  /** Dollars for one. */
  price: number;
  quantity: number;
  image: string;
  /** Share of the price: 0.08 is 8 %. */
  tax_rate?: number;
  /** Dollars for the line. */
  shipping_cost?: number;
}

/** What a line is priced by. Without a tax rate or a shipping cost of its own, the shop's rules hold. */
export type LineTerms = Pick<CartItem, 'price' | 'tax_rate' | 'shipping_cost'>;

/** The most of one part that a cart holds, whatever the stock. */
export const MOST_OF_ONE = 999;

/** The most paid carts that a browser remembers, and that the shop looks back at: more than one makes within a day. */
export const MOST_SETTLED = 50;

/** A part as it is put into the cart (Spec §3, Cart item). */
export function cartItem(part: Part): Omit<CartItem, 'quantity'> {
  return {
    id: part.id,
    name: part.name,
    partNumber: part.oemNumber ?? '',
    price: (part.priceCents ?? 0) / 100,
    image: part.imageUrl ?? '/placeholder.svg',
    ...(part.taxRate !== null && { tax_rate: part.taxRate }),
    ...(part.shippingCostCents !== null && { shipping_cost: part.shippingCostCents / 100 }),
  };
}

/** Spec §9, Add-to-cart quantity: one more of the item's part, or a new line at the end. */
export function addItem(items: readonly CartItem[], item: Omit<CartItem, 'quantity'>): CartItem[] {
  const isSame = (line: CartItem) => line.id === item.id && line.partNumber === item.partNumber;
  if (!items.some(isSame)) return [...items, { ...item, quantity: 1 }];
  return items.map((line) => (isSame(line) ? { ...line, quantity: bounded(line.quantity + 1) } : line));
}

/** How many pieces of one part are in the cart, whatever part numbers they were added under. */
export function countOf(items: readonly CartItem[], id: string): number {
  return countItems(items.filter((line) => line.id === id));
}

/** How many pieces are in the cart: the number on the cart button. */
export function countItems(items: readonly CartItem[]): number {
  return items.reduce((count, line) => count + line.quantity, 0);
}

/** The cart as it stands in the browser's storage; whatever is no line there is left out. */
export function parseCart(stored: string | null): CartItem[] {
  try {
    const lines: unknown = JSON.parse(stored ?? '[]');
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
      // An early form of the cart had no name and no picture (Spec §3).
      name: typeof name === 'string' && name !== '' ? name : 'Part',
      partNumber: typeof partNumber === 'string' ? partNumber : '',
      price,
      quantity: bounded(quantity),
      image: typeof image === 'string' ? image : '',
      ...(isAmount(tax_rate) && tax_rate <= 1 && { tax_rate }),
      ...(isAmount(shipping_cost) && { shipping_cost }),
    },
  ];
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 10_000_000;
}

/** A quantity that one line may have. */
export function bounded(quantity: number): number {
  return Math.min(quantity, MOST_OF_ONE);
}
