import { formatDollars } from '#core/values/money.ts';
import type { Part } from '#core/catalog/part.ts';

function priceRange(parts: readonly Pick<Part, 'priceCents'>[]): string | undefined {
  const prices = parts.flatMap(({ priceCents }) => priceCents || []);
  if (prices.length === 0) return undefined;
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  return lowest === highest
    ? `at ${formatDollars(lowest)}`
    : `from ${formatDollars(lowest)} to ${formatDollars(highest)}`;
}

/** Example: '24 parts from $19.00 to $85.00 on this page. Condition: Good, New.' */
export function listSummary(parts: readonly Pick<Part, 'priceCents' | 'condition'>[]): string {
  const conditions = [...new Set(parts.flatMap(({ condition }) => condition ?? []))].toSorted();
  const count = `${parts.length} ${parts.length === 1 ? 'part' : 'parts'}`;
  const prices = priceRange(parts);
  return `${count}${prices ? ` ${prices}` : ''} on this page${conditions.length > 0 ? `. Condition: ${conditions.join(', ')}` : ''}.`;
}
