/** Spec §4 and §9: out of stock at 0, low from 1 to 5. */
const LOW_STOCK = 5;

export type StockLevel = 'out' | 'low' | 'normal';

export function stockLevel(quantity: number): StockLevel {
  if (quantity <= 0) return 'out';
  return quantity <= LOW_STOCK ? 'low' : 'normal';
}
