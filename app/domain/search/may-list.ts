import type { IndexFilter } from './index-filter.ts';
import type { SearchLevel } from './search-level.ts';
import { wordKey } from './word-forms.ts';

/** A search whose parts, order or counts a page shows. */
export interface ShownList {
  /** Of the text or the vehicle. Null: without one. */
  level: SearchLevel | null;
  filters: readonly IndexFilter[];
  /** It also shows counts of the choices of its filters, which ignore their own filter. */
  hasChoices?: true;
  /** It shows all parts or counts them, in stock or not. */
  ignoresStock?: true;
  /** Prices decide neither which parts it has nor their order, and it shows no lowest price. */
  ignoresPrice?: true;
  /** Of the newest parts, those down to this one are shown, and nothing is counted. */
  last?: NewestPlace;
}

/** A part's place in the order of the newest. */
export interface NewestPlace {
  id: string;
  /** Microseconds since 1970. */
  added: number;
}

/** What searches compare of a part. */
export interface ListedPart extends NewestPlace {
  /** Of the search index. */
  terms: ReadonlySet<string>;
  /** Dollars. */
  price: number | null;
  /** The letters and digits of all searched fields, see wordKey. */
  letters: string;
}

/** The counts of makes, models and years ignore several of them. */
const VEHICLE = new Set(['make', 'model', 'year']);

/**
 * Whether a list can change when the part is sold out, or available again. Never false for a list that changes; may be true
 * for one that does not.
 */
export function mayChangeByStock(list: ShownList, part: ListedPart): boolean {
  if (list.ignoresStock) return false;
  // Without 'In stock', only the number of parts in stock changes.
  const hasChoices = list.hasChoices && list.filters.some(({ facet }) => facet === 'stock');
  return mayConcern(list, part, hasChoices ?? false);
}

/** Whether a list can change when the part is added, deleted, or edited from or to this. May be true for one that does not. */
export function mayChangeByEdit(list: ShownList, part: ListedPart): boolean {
  return mayConcern(list, part, list.hasChoices ?? false);
}

function mayConcern({ level, filters, last }: ShownList, part: ListedPart, hasChoices: boolean): boolean {
  if (last && isBehind(part, last)) return false;
  const failed = filters.filter((filter) => !meets(filter, part)).map(({ facet }) => facet);
  if (failed.length > 0) {
    if (!hasChoices) return false;
    if (failed.length > 1 && !failed.every((facet) => VEHICLE.has(facet))) return false;
  }
  return level === null || mayFind(level, part);
}

function isBehind(part: NewestPlace, last: NewestPlace): boolean {
  return part.added === last.added ? part.id < last.id : part.added < last.added;
}

function meets({ facet, terms, except, since, ...prices }: IndexFilter, part: ListedPart): boolean {
  if (facet === 'price') {
    const { from_price: from = '0', to_price: to = 'Infinity' } = prices;
    return part.price !== null && part.price >= Number(from) && part.price <= Number(to);
  }
  if (terms && !terms.some((term) => part.terms.has(term))) return false;
  if (except?.some((term) => part.terms.has(term))) return false;
  return since === undefined || [...part.terms].some((term) => term.startsWith('added=') && term >= since);
}

function mayFind(level: SearchLevel, { terms, letters }: ListedPart): boolean {
  const contains = (text: string) => letters.includes(wordKey(text));
  if (!('clauses' in level)) {
    if ('number' in level) return contains(level.number);
    return 'stockNumbers' in level ? level.stockNumbers.some(contains) : contains(level.olderNumber);
  }
  const { clauses, literal, stockNumbers = [], olderNumber } = level;
  return (
    clauses.every(
      (clause) =>
        clause.terms?.some((term) => terms.has(term)) ||
        (clause.contains !== undefined && contains(clause.contains)),
    ) || [literal, olderNumber, ...stockNumbers].some((text) => text !== undefined && contains(text))
  );
}
