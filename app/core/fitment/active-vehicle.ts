import { useSyncExternalStore } from 'react';
import type { Garage, GarageVehicle } from '#core/vehicles/garage.ts';

/** Key in the browser's storage. */
export const GARAGE_KEY = 'garage';

let stored: string | null | undefined;
let active: GarageVehicle | undefined;
const listeners = new Set<() => void>();

/** Returns the vehicle that the shopper shops for. Undefined on the server, during hydration, and if there is none. */
export function useActiveVehicle(): GarageVehicle | undefined {
  return useSyncExternalStore(subscribeToGarage, readActiveVehicle, () => undefined);
}

export function subscribeToGarage(listener: () => void): () => void {
  // Only the first time has an effect. The header of each page stays.
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onStorage);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function notifyGarage(): void {
  const { dataset } = document.documentElement;
  if (readActiveVehicle()) dataset.garage = '';
  else delete dataset.garage;
  for (const listener of listeners) listener();
}

/** Returns the same object until the storage changes. */
export function readActiveVehicle(): GarageVehicle | undefined {
  try {
    const text = localStorage.getItem(GARAGE_KEY);
    if (text !== stored) {
      stored = text;
      const garage = JSON.parse(text ?? 'null') as Garage | null;
      active = garage?.vehicles.find(({ id }) => id === garage.active);
    }
  } catch {
    active = undefined;
  }
  return active;
}

/** Runs when another tab changes the storage, and after the back/forward cache, which misses storage events. */
function onStorage(event: StorageEvent | PageTransitionEvent) {
  if ('persisted' in event ? event.persisted : event.key === GARAGE_KEY || event.key === null) notifyGarage();
}
