import type { CartItem, LineTerms } from '#core/carts/cart.ts';
import type { PartVehicle } from '#core/catalog/fitment.ts';
import type { RefusedItem } from '#core/checkout/create-payment.ts';
import type { LivePart } from '#core/live/live.ts';
import type { CoveredPart } from '#core/settings/part-terms.ts';
import { summarizePart } from '#core/catalog/part-summary.ts';
import { needsServerPricing } from '#core/pricing/needs-server-pricing.ts';
import {
  isOwnPurchase,
  type OwnHold,
  type OwnHolds,
  readOwnHolds,
  subscribeToHolds,
} from '#core/accounts/own-holds.ts';
import { type FetchedRow, fetchRows } from '#core/catalog/fetch-rows.ts';
import { subscribeToHoldChanges, watchOwnHolds } from '#core/checkout/ui/own-payments.ts';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { forgetLost, useLiveStates } from '#core/live/ui/live-store.ts';
import type { ReadyFrom } from '#core/yard/ready-day.ts';
import { isPartId } from '#core/catalog/part.ts';

export interface CatalogFacts {
  isGone: boolean;
  available: number;
  allHeld: boolean;
  terms: LineTerms | null;
  /** The vehicle is undefined until the catalog has answered. */
  vehicle?: PartVehicle;
  /** True if only the server can price the part. */
  needsServerPricing?: true;
  /** Facts about a used part, such as 'Used · Grade A · 84,000 mi'. */
  summary?: string;
  brand?: string;
  /** The facts that the warranty depends on, besides the shop's terms. */
  covered?: CoveredPart;
  readyFrom?: ReadyFrom;
}

/** The facts by part id, without parts that were not requested yet. */
export type FactsById = ReadonlyMap<string, CatalogFacts>;

/** A part's row, or the facts about it from a refused payment. */
type SaleRow = Pick<FetchedRow, 'price' | 'stock_quantity' | 'all_held' | 'tax_rate' | 'shipping_cost'> &
  Partial<FetchedRow>;

/** Part id -> row, or null if the catalog has no such part */
export type RowsById = ReadonlyMap<string, SaleRow | null>;

/** Lists the parts of the cart, each once. */
export function listIds(items: readonly CartItem[]): string[] {
  return [...new Set(items.map(({ id }) => id))];
}

/** Loads rows now, and again when this visitor's holds change. Returns a function that stops. */
export function followRows(ids: readonly string[], onRows: (rows: RowsById) => void): () => void {
  const controller = new AbortController();
  const load = () => loadRows(ids, onRows, controller.signal);
  load();
  const unsubscribe = subscribeToHoldChanges(load);
  return () => {
    controller.abort();
    unsubscribe();
  };
}

/** Loads rows. The last known ones stay if the request fails. */
function loadRows(ids: readonly string[], onRows: (rows: RowsById) => void, signal?: AbortSignal): void {
  fetchRows(ids, signal)
    .then(onRows)
    .catch(() => undefined);
}

/** Returns no facts until this visitor's holds are loaded: without them, held parts would show as out of stock. */
export function toFactsById(rows: RowsById, readState: ReadState, ownHolds: OwnHolds | undefined): FactsById {
  if (!ownHolds) return new Map();
  return new Map(
    [...rows].map(([id, row]) => [
      id,
      toFacts(applyState(row, readNews(id, readState, ownHolds)), countOwnCartHold(ownHolds.get(id))),
    ]),
  );
}

/** Leaves out that the part is held while this browser's own hold, which was just made, is not loaded. */
function readNews(id: string, readState: ReadState, ownHolds: OwnHolds) {
  const state = readState(id);
  return state?.allHeld && isOwnPurchase(id) && !ownHolds.has(id) ? undefined : state;
}

type ReadState = (id: string) => LivePart | null | undefined;

function applyState(row: SaleRow | null, now: LivePart | null | undefined): SaleRow | null {
  if (!row || now === undefined) return row;
  return (
    now && {
      ...row,
      price: now.priceCents && now.priceCents / 100,
      stock_quantity: now.stock,
      all_held: now.allHeld,
    }
  );
}

/** The next checkout releases the cart's own hold, so its units count as available. */
function countOwnCartHold(holds: readonly OwnHold[] = []): number {
  return holds.reduce((sum, { purchase, quantity }) => (purchase === 'cart' ? sum + quantity : sum), 0);
}

function toFacts(row: SaleRow | null, ownHold: number): CatalogFacts {
  if (!row) return { isGone: true, available: 0, allHeld: false, terms: null };
  const { stock_quantity, all_held: allHeld, price, tax_rate, shipping_cost } = row;
  const terms = price
    ? {
        price,
        ...(tax_rate !== null && { tax_rate }),
        ...(shipping_cost !== null && { shipping_cost }),
      }
    : null;
  const { origin, brand, rebuilder = null, grade = null, mileage = null, warranty = null } = row;
  const { shipping_class: shippingClass, core_charge: coreChargeCents } = row;
  const { vehicle_make: make, vehicle_model: model, vehicle_year: year } = row;
  return {
    isGone: false,
    available: stock_quantity + ownHold,
    allHeld,
    terms,
    ...(origin && { summary: summarizePart({ origin, rebuilder, grade, mileage }) }),
    ...(brand && { brand }),
    ...(row.ready_from && { readyFrom: row.ready_from }),
    ...(origin && { covered: { origin, brand: brand ?? null, make: make ?? null, warranty } }),
    ...(make !== undefined && { vehicle: { make, model: model ?? null, year: year ?? null } }),
    ...(needsServerPricing({ shippingClass, coreChargeCents }) && { needsServerPricing: true }),
  };
}

/** Shows refused prices and stock at once, with the rates and costs that are known. */
export function mergeRefused(
  rows: RowsById,
  items: readonly CartItem[],
  refused: readonly RefusedItem[],
): RowsById {
  const updates = refused.map(({ id, amountCents, available }): [string, SaleRow] => {
    const line = items.find((item) => item.id === id);
    const row = rows.get(id);
    const { tax_rate = line?.tax_rate ?? null, shipping_cost = line?.shipping_cost ?? null } = row ?? {};
    const price = amountCents && amountCents / 100;
    return [id, { ...row, stock_quantity: available, all_held: false, price, tax_rate, shipping_cost }];
  });
  return new Map([...rows, ...updates]);
}

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

/** Loads catalog data for the cart's parts. If that fails, the cart shows the data of its lines. */
export function useCatalogFacts(items: readonly CartItem[]) {
  const [rows, setRows] = useState<RowsById>(new Map());
  const ownHolds = useSyncExternalStore(subscribeToHolds, readOwnHolds, () => undefined);
  const joined = listIds(items).join(',');
  const ids = useMemo(() => joined.split(','), [joined]);
  const readState = useLiveStates(ids.filter(isPartId));

  useEffect(watchOwnHolds, []);
  useEffect(() => forgetLost([...rows.keys()]), [rows]);
  useEffect(() => followRows(ids, setRows), [ids]);

  /** Shows the refused prices and stock at once, then loads tax rates and shipping costs. */
  function onRefused(refused: readonly RefusedItem[]) {
    setRows((current) => mergeRefused(current, items, refused));
    loadRows(ids, setRows);
  }

  const facts = useMemo(() => toFactsById(rows, readState, ownHolds), [rows, readState, ownHolds]);
  return { facts, onRefused };
}
