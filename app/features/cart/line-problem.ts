import type { CartItem } from '#domain/cart.ts';
import type { CatalogFacts, FactsById } from './catalog-facts.ts';

/** Why a line can't be bought, whatever its quantity. */
export type LineProblem = 'gone' | 'sold-out' | 'no-price';

export function lineProblem(facts: CatalogFacts | undefined): LineProblem | undefined {
  if (!facts) return undefined;
  if (facts.isGone) return 'gone';
  if (facts.available <= 0) return 'sold-out';
  return facts.terms ? undefined : 'no-price';
}

/** The lines that a payment is for. */
export function buyableItems(items: readonly CartItem[], facts: FactsById): CartItem[] {
  return items.filter(({ id }) => lineProblem(facts.get(id)) === undefined);
}
