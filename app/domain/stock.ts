/** Spec §4 and §9: out of stock at 0, low from 1 to 5. */
const LOW_STOCK = 5;

export type StockLevel = 'out' | 'low' | 'normal';

export function stockLevel(quantity: number): StockLevel {
  if (quantity <= 0) return 'out';
  return quantity <= LOW_STOCK ? 'low' : 'normal';
}

/** The most pieces of one part: the largest number that the database keeps in its column. */
export const MOST_STOCK = 2_147_483_647;

interface StockVersions {
  /** The stock when the form was opened. */
  seen: number;
  now: number;
  /** The stock as the form was sent. */
  mine: number;
  /** How many of them payments under way hold now. */
  held: number;
}

/**
 * The stock after a form is saved, in pieces. What the form added or took off is added to or taken off what is there
 * now, so that a sale meanwhile is not undone; the result is never below what is held. When nothing changed meanwhile,
 * it is the number of the form.
 */
export function mergeStock({ seen, now, mine, held }: StockVersions): number {
  if (now === seen) return mine;
  return Math.min(Math.max(now + mine - seen, held, 0), MOST_STOCK);
}

/** What became of the stock, for the admin who changed it; undefined when only that admin did, or only others. */
export function stockMergeNote(versions: StockVersions): string | undefined {
  const { seen, now, mine, held } = versions;
  if (now === seen || mine === seen) return undefined;
  const stock = mergeStock(versions);
  const change = mine > seen ? `added ${mine - seen}` : `took off ${seen - mine}`;
  const bound = held > 0 && now + mine - seen < held ? ` Payments under way hold ${held}.` : '';
  return `Stock is now ${stock}: it changed from ${seen} to ${now} while you were editing, and you ${change}.${bound}`;
}
