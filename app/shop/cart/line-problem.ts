import type { CartItem } from '#core/carts/cart.ts';
import type { CatalogFacts, FactsById } from './catalog-facts.ts';

export type LineProblem = 'gone' | 'sold-out' | 'no-price';

export function findLineProblem(facts: CatalogFacts | undefined): LineProblem | undefined {
  if (!facts) return undefined;
  if (facts.isGone) return 'gone';
  if (facts.available <= 0) return 'sold-out';
  return facts.terms ? undefined : 'no-price';
}

export function listBuyableItems(items: readonly CartItem[], facts: FactsById): CartItem[] {
  return items.filter(({ id }) => findLineProblem(facts.get(id)) === undefined);
}
