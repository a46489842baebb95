import type { GarageVehicle } from '#core/vehicles/garage.ts';
import { fitKey } from '#core/fitment/known-fits.ts';
import { readStored, writeStored } from '#core/values/stored.ts';

/** Stores parts that the shopper buys for a vehicle that they don't fit, the newest first. */
const STORAGE_KEY = 'cart.fits-confirmed';

const MAX_CONFIRMED = 100;

let unsaved: string[] = [];

export function isFitConfirmed(partId: string, vehicle: GarageVehicle): boolean {
  return readConfirmed().includes(fitKey(partId, vehicle));
}

/** The cart does not ask about these parts and this vehicle again. If storage is blocked, this holds until the page is left. */
export function confirmFits(partIds: readonly string[], vehicle: GarageVehicle): void {
  const keys = partIds.map((id) => fitKey(id, vehicle));
  unsaved = [...new Set([...keys, ...readConfirmed()])].slice(0, MAX_CONFIRMED);
  if (writeStored(STORAGE_KEY, JSON.stringify(unsaved))) unsaved = [];
}

function readConfirmed(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(STORAGE_KEY) ?? '[]');
    return [...unsaved, ...(Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [])];
  } catch {
    return unsaved;
  }
}
