import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { forgetLost, useLiveStates } from '#core/live/ui/live-store.ts';
import type { CartItem } from '#core/carts/cart.ts';
import type { RefusedItem } from '#core/checkout/create-payment.ts';
import { isPartId } from '#core/catalog/part.ts';
import { readOwnHolds, subscribeToHolds } from '#core/accounts/own-holds.ts';
import { followRows, listIds, loadRows, mergeRefused, type RowsById, toFactsById } from './catalog-facts.ts';
import { watchOwnHolds } from '#core/checkout/ui/own-payments.ts';

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
