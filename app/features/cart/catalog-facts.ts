import { useEffect, useState } from 'react';
import type { CartItem, LineTerms } from '#domain/cart.ts';
import { isPartId } from '#domain/part.ts';
import type { RefusedItem } from './checkout.ts';

/** What the catalogue says of a part in the cart now. */
export interface CatalogFacts {
  /** How many can be bought. */
  available: number;
  /** Null: the shop has no price for it at the moment. */
  terms: LineTerms | null;
}

/** By the part's id. A part that is not in it is unknown to the catalogue, or has not been asked for yet. */
export type FactsById = ReadonlyMap<string, CatalogFacts>;

/** The most ids that GET /api/parts takes at once. */
const IDS_AT_ONCE = 100;

/**
 * What the catalogue says of the parts in the cart; asked again whenever others are in it. Without an answer the cart
 * goes by what its lines say.
 */
export function useCatalogFacts(items: readonly CartItem[]) {
  const [facts, setFacts] = useState<FactsById>(new Map());
  const ids = [...new Set(items.map((line) => line.id).filter(isPartId))].toSorted().join(',');

  useEffect(() => {
    const leaving = new AbortController();
    askCatalog(ids, leaving.signal)
      .then(setFacts)
      .catch(() => undefined);
    return () => leaving.abort();
  }, [ids]);

  /** A refused payment tells of prices and stock. Its reason may also be tax or shipping, which it does not tell. */
  function onRefused(refused: readonly RefusedItem[]) {
    setFacts((known) => withRefused(known, items, refused));
    askCatalog(ids)
      .then(setFacts)
      .catch(() => undefined);
  }

  return { facts, onRefused };
}

/** @param ids separated by commas. */
async function askCatalog(ids: string, signal?: AbortSignal): Promise<FactsById> {
  const all = ids.split(',').filter(Boolean);
  const answers = Array.from({ length: Math.ceil(all.length / IDS_AT_ONCE) }, async (_, index) => {
    const asked = all.slice(index * IDS_AT_ONCE, (index + 1) * IDS_AT_ONCE);
    const response = await fetch(`/api/parts?ids=${asked.join(',')}`, { signal: signal ?? null });
    if (!response.ok) throw new Error(`The catalogue answered ${response.status}`);
    return ((await response.json()) as { parts: CatalogRow[] }).parts;
  });
  const [parts, own] = await Promise.all([Promise.all(answers), askOwnHolds(signal)]);
  return new Map(parts.flat().map((row) => [row.id, factsFromRow(row, own.get(row.id) ?? 0)]));
}

/** What this browser's unpaid order holds, by part: for others it is not there, for this shopper it is. */
async function askOwnHolds(signal?: AbortSignal): Promise<Map<string, number>> {
  const response = await fetch('/functions/v1/own-holds', { signal: signal ?? null });
  if (!response.ok) return new Map();
  const { holds } = (await response.json()) as { holds: { partId: string; quantity: number }[] };
  return new Map(holds.map(({ partId, quantity }) => [partId, quantity]));
}

/** What the cart reads of a part in an answer of GET /api/parts (docs/api.md); amounts in dollars. */
interface CatalogRow {
  id: string;
  stock_quantity: number;
  price: number | null;
  tax_rate: number | null;
  shipping_cost: number | null;
}

function factsFromRow(row: CatalogRow, ownHold: number): CatalogFacts {
  const { stock_quantity, price, tax_rate, shipping_cost } = row;
  const available = stock_quantity + ownHold;
  if (!price) return { available, terms: null };
  return {
    available,
    terms: {
      price,
      ...(tax_rate !== null && { tax_rate }),
      ...(shipping_cost !== null && { shipping_cost }),
    },
  };
}

function withRefused(
  known: FactsById,
  items: readonly CartItem[],
  refused: readonly RefusedItem[],
): FactsById {
  const fresh = refused.map(({ id, amountCents, available }) => {
    const { tax_rate, shipping_cost } = known.get(id)?.terms ?? items.find((line) => line.id === id) ?? {};
    const own = {
      ...(tax_rate !== undefined && { tax_rate }),
      ...(shipping_cost !== undefined && { shipping_cost }),
    };
    return [id, { available, terms: amountCents ? { price: amountCents / 100, ...own } : null }] as const;
  });
  return new Map([...known, ...fresh]);
}
