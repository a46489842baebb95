import { useSyncExternalStore } from 'react';
import { type Garage, parseGarage } from '#core/vehicles/garage.ts';
import { GARAGE_KEY, notifyGarage, subscribeToGarage } from './active-vehicle.ts';

let stored: string | null | undefined;
let current = parseGarage(null);

/** Returns the same object until the storage changes. */
export function readGarage(): Garage {
  try {
    const text = localStorage.getItem(GARAGE_KEY);
    if (text !== stored) {
      stored = text;
      current = parseGarage(JSON.parse(text ?? 'null'));
    }
  } catch {}
  return current;
}

/** The garage stays with this page if storage is blocked. */
export function changeGarage(change: (garage: Garage) => Garage): void {
  current = change(readGarage());
  try {
    stored = JSON.stringify(current);
    localStorage.setItem(GARAGE_KEY, stored);
  } catch {
    stored = null;
  }
  notifyGarage();
}

/** Returns undefined on the server and during hydration. */
export function useGarage(): Garage | undefined {
  return useSyncExternalStore(subscribeToGarage, readGarage, () => undefined);
}
