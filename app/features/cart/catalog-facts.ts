import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { CartItem, LineTerms } from '#domain/cart.ts';
import { isPartId } from '#domain/part.ts';
import { type OwnHolds, readOwnHolds, subscribeToHolds } from '#ui/own-holds.ts';
import type { RefusedItem } from '#domain/create-payment.ts';
import { onOwnHolds, watchOwnHolds } from './watch-own-holds.ts';

/** What the catalog says of a part in the cart now. */
export interface CatalogFacts {
  /** Not in the catalog any more. */
  isGone: boolean;
  /** How many can be bought. */
  available: number;
  /** None can be bought, because somebody else is paying for all that are left. */
  allHeld: boolean;
  /** Null: the shop has no price for it at the moment. */
  terms: LineTerms | null;
}

/** By the part's id. A part that is not in it has not been asked for yet. */
export type FactsById = ReadonlyMap<string, CatalogFacts>;

/** What the cart reads of a part in an answer of GET /api/parts (docs/api.md); amounts in dollars. */
interface CatalogRow {
  id: string;
  stock_quantity: number;
  all_held: boolean;
  price: number | null;
  tax_rate: number | null;
  shipping_cost: number | null;
}

/** What was answered for each id that was asked for; null: the catalog has no such part. */
type RowsById = ReadonlyMap<string, CatalogRow | null>;

/** The most ids that GET /api/parts takes at once. */
const IDS_AT_ONCE = 100;

/**
 * What the catalog says of the parts in the cart; asked again whenever others are in it, or this visitor holds others.
 * Without an answer the cart goes by what its lines say.
 */
export function useCatalogFacts(items: readonly CartItem[]) {
  const [rows, setRows] = useState<RowsById>(new Map());
  const ownHolds = useSyncExternalStore(subscribeToHolds, readOwnHolds, () => undefined);
  const ids = [...new Set(items.map((line) => line.id))].toSorted().join(',');

  useEffect(watchOwnHolds, []);
  useEffect(() => {
    const leaving = new AbortController();
    const ask = () =>
      askCatalog(ids, leaving.signal)
        .then(setRows)
        .catch(() => undefined);
    void ask();
    // A hold that has begun or ended has changed what can be bought.
    const stop = onOwnHolds(() => void ask());
    return () => {
      leaving.abort();
      stop();
    };
  }, [ids]);

  /** A refused payment tells of prices and stock. Its reason may also be tax or shipping, which it does not tell. */
  function onRefused(refused: readonly RefusedItem[]) {
    setRows((known) => withRefused(known, items, refused));
    askCatalog(ids)
      .then(setRows)
      .catch(() => undefined);
  }

  const facts = useMemo(() => factsOf(rows, ownHolds), [rows, ownHolds]);
  return { facts, onRefused };
}

/** @param ids separated by commas. */
async function askCatalog(ids: string, signal?: AbortSignal): Promise<RowsById> {
  const all = ids.split(',').filter(Boolean);
  const known = all.filter(isPartId);
  const answers = Array.from({ length: Math.ceil(known.length / IDS_AT_ONCE) }, async (_, index) => {
    const asked = known.slice(index * IDS_AT_ONCE, (index + 1) * IDS_AT_ONCE);
    const response = await fetch(`/api/parts?ids=${asked.join(',')}`, { signal: signal ?? null });
    if (!response.ok) throw new Error(`The catalog answered ${response.status}`);
    return ((await response.json()) as { parts: CatalogRow[] }).parts;
  });
  const rows = new Map((await Promise.all(answers)).flat().map((row) => [row.id, row]));
  return new Map(all.map((id) => [id, rows.get(id.toLowerCase()) ?? null]));
}

/** Nothing is said before it is known what this visitor holds: it would be told to be out of stock. */
function factsOf(rows: RowsById, ownHolds: OwnHolds | undefined): FactsById {
  if (!ownHolds) return new Map();
  return new Map([...rows].map(([id, row]) => [id, factsFromRow(row, ownCartHold(ownHolds, id))]));
}

/** Another try to pay for the cart gives back first what the cart's open payment holds: it can be bought again. */
function ownCartHold(ownHolds: OwnHolds, id: string): number {
  const ofCart = (ownHolds.get(id) ?? []).filter(({ purchase }) => purchase === 'cart');
  return ofCart.reduce((sum, { quantity }) => sum + quantity, 0);
}

function factsFromRow(row: CatalogRow | null, ownHold: number): CatalogFacts {
  if (!row) return { isGone: true, available: 0, allHeld: false, terms: null };
  const { stock_quantity, all_held: allHeld, price, tax_rate, shipping_cost } = row;
  const terms = price
    ? {
        price,
        ...(tax_rate !== null && { tax_rate }),
        ...(shipping_cost !== null && { shipping_cost }),
      }
    : null;
  return { isGone: false, available: stock_quantity + ownHold, allHeld, terms };
}

function withRefused(known: RowsById, items: readonly CartItem[], refused: readonly RefusedItem[]): RowsById {
  const fresh = refused.map(({ id, amountCents, available }) => {
    const line = items.find((item) => item.id === id);
    const { tax_rate = line?.tax_rate ?? null, shipping_cost = line?.shipping_cost ?? null } =
      known.get(id) ?? {};
    const price = amountCents && amountCents / 100;
    return [id, { id, stock_quantity: available, all_held: false, price, tax_rate, shipping_cost }] as const;
  });
  return new Map([...known, ...fresh]);
}
