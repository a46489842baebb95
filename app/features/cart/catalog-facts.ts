import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { forgetLost, useLiveStates } from '#live';
import type { CartItem, LineTerms } from '#domain/cart.ts';
import type { LivePart } from '#domain/live.ts';
import { isPartId } from '#domain/part.ts';
import { type OwnHolds, readOwnHolds, subscribeToHolds } from '#ui/own-holds.ts';
import type { RefusedItem } from '#domain/create-payment.ts';
import { subscribeToHoldChanges, watchOwnHolds } from './watch-own-holds.ts';

export interface CatalogFacts {
  isGone: boolean;
  available: number;
  allHeld: boolean;
  terms: LineTerms | null;
}

/** By part id, without parts that were not requested yet. */
export type FactsById = ReadonlyMap<string, CatalogFacts>;

interface CatalogRow {
  id: string;
  stock_quantity: number;
  all_held: boolean;
  price: number | null;
  tax_rate: number | null;
  shipping_cost: number | null;
}

/** By part id; null if the catalog has no such part. */
type RowsById = ReadonlyMap<string, CatalogRow | null>;

const MAX_IDS_PER_REQUEST = 100;

/** Loads catalog data for the cart's parts. If that fails, the cart shows the data of its lines. */
export function useCatalogFacts(items: readonly CartItem[]) {
  const [rows, setRows] = useState<RowsById>(new Map());
  const ownHolds = useSyncExternalStore(subscribeToHolds, readOwnHolds, () => undefined);
  const ids = [...new Set(items.map((line) => line.id))].toSorted().join(',');
  const readState = useLiveStates(ids.split(',').filter(isPartId));

  useEffect(watchOwnHolds, []);
  useEffect(() => forgetLost([...rows.keys()]), [rows]);
  useEffect(() => {
    const controller = new AbortController();
    const load = () =>
      fetchRows(ids, controller.signal)
        .then(setRows)
        .catch(() => undefined);
    void load();
    const unsubscribe = subscribeToHoldChanges(() => void load());
    return () => {
      controller.abort();
      unsubscribe();
    };
  }, [ids]);

  /** Shows the refused prices and stock at once, then loads tax rates and shipping costs. */
  function onRefused(refused: readonly RefusedItem[]) {
    setRows((current) => mergeRefused(current, items, refused));
    fetchRows(ids)
      .then(setRows)
      .catch(() => undefined);
  }

  const facts = useMemo(() => toFactsById(rows, readState, ownHolds), [rows, readState, ownHolds]);
  return { facts, onRefused };
}

async function fetchRows(ids: string, signal?: AbortSignal): Promise<RowsById> {
  const all = ids.split(',').filter(Boolean);
  const valid = all.filter(isPartId);
  const batches = Array.from({ length: Math.ceil(valid.length / MAX_IDS_PER_REQUEST) }, async (_, index) => {
    const batch = valid.slice(index * MAX_IDS_PER_REQUEST, (index + 1) * MAX_IDS_PER_REQUEST);
    const response = await fetch(`/api/parts?ids=${batch.join(',')}`, { signal: signal ?? null });
    if (!response.ok) throw new Error(`The catalog answered ${response.status}`);
    return ((await response.json()) as { parts: CatalogRow[] }).parts;
  });
  const rows = new Map((await Promise.all(batches)).flat().map((row) => [row.id, row]));
  return new Map(all.map((id) => [id, rows.get(id.toLowerCase()) ?? null]));
}

/** Empty until this visitor's holds are loaded: without them, held parts would show as out of stock. */
function toFactsById(rows: RowsById, readState: ReadState, ownHolds: OwnHolds | undefined): FactsById {
  if (!ownHolds) return new Map();
  return new Map(
    [...rows].map(([id, row]) => [
      id,
      toFacts(applyState(row, readState(id)), countOwnCartHold(ownHolds, id)),
    ]),
  );
}

type ReadState = (id: string) => LivePart | null | undefined;

function applyState(row: CatalogRow | null, now: LivePart | null | undefined): CatalogRow | null {
  if (!row || !now) return now === null ? null : row;
  const price = now.priceCents && now.priceCents / 100;
  return { ...row, price, stock_quantity: now.stock, all_held: now.allHeld };
}

/** The next checkout releases the cart's own hold, so its pieces count as available. */
function countOwnCartHold(ownHolds: OwnHolds, id: string): number {
  const ofCart = (ownHolds.get(id) ?? []).filter(({ purchase }) => purchase === 'cart');
  return ofCart.reduce((sum, { quantity }) => sum + quantity, 0);
}

function toFacts(row: CatalogRow | null, ownHold: number): CatalogFacts {
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

function mergeRefused(rows: RowsById, items: readonly CartItem[], refused: readonly RefusedItem[]): RowsById {
  const updates = refused.map(({ id, amountCents, available }) => {
    const line = items.find((item) => item.id === id);
    const { tax_rate = line?.tax_rate ?? null, shipping_cost = line?.shipping_cost ?? null } =
      rows.get(id) ?? {};
    const price = amountCents && amountCents / 100;
    return [id, { id, stock_quantity: available, all_held: false, price, tax_rate, shipping_cost }] as const;
  });
  return new Map([...rows, ...updates]);
}
