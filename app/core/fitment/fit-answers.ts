import { useEffect, useSyncExternalStore } from 'react';
import { engineOf } from '#core/vehicles/engine.ts';
import { type FitAnswer, fitOf } from '#core/catalog/fitment.ts';
import type { GarageVehicle } from '#core/vehicles/garage.ts';
import { isPartId } from '#core/catalog/part.ts';
import { fitKey, type FitSubject, knownFits, shownParts } from './known-fits.ts';

const MAX_IDS = 100;

const TIMEOUT_MS = 5_000;

/**
 * `fitKey` -> state. A part that is 'done' without an answer in `knownFits` is not in the catalog, or the server could not be
 * asked.
 */
const states = new Map<string, 'waiting' | 'done'>();
const wanted = new Set<FitSubject>();
const listeners = new Set<() => void>();
let version = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Returns what is known of a part and a vehicle. Undefined while the server is asked. */
export function useFit(subject: FitSubject, vehicle: GarageVehicle): FitAnswer | undefined {
  useFits([subject], vehicle);
  return readFit(subject, vehicle);
}

/** Asks the server where `readFit` knows no answer, and renders again with the answers. */
export function useFits(subjects: readonly FitSubject[], vehicle: GarageVehicle | undefined): void {
  useSyncExternalStore(
    subscribe,
    () => version,
    () => 0,
  );
  const missing = vehicle
    ? subjects.filter((subject) => readFit(subject, vehicle) === undefined).map(({ id }) => id)
    : [];
  const key = vehicle && missing.length > 0 ? fitKey(missing.join(), vehicle) : '';
  useEffect(() => {
    if (vehicle && key) ask(subjects, vehicle);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- The key has all that matters.
  }, [key]);
}

/**
 * A part for the same vehicle needs no question, unless its engine is compared. If the server can't be asked, nothing else
 * fits.
 */
export function readFit(subject: FitSubject, vehicle: GarageVehicle): FitAnswer | undefined {
  const { id } = subject;
  const own = fitOf(subject.vehicle, vehicle);
  if (id === null || !isPartId(id) || (own.fit === 'fits' && engineOf(vehicle) === '')) return own;
  const key = fitKey(id, vehicle);
  return knownFits.get(key) ?? (states.get(key) === 'done' ? own : undefined);
}

/** Like `readFit`, but waits for the answer. */
export function loadFit(subject: FitSubject, vehicle: GarageVehicle): Promise<FitAnswer> {
  return new Promise((resolve) => {
    const settle = () => {
      const answer = readFit(subject, vehicle);
      if (!answer) return;
      listeners.delete(settle);
      resolve(answer);
    };
    listeners.add(settle);
    settle();
    ask([subject], vehicle);
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Sends one request for all parts that the page shows. */
function ask(subjects: readonly FitSubject[], vehicle: GarageVehicle): void {
  for (const subject of subjects) wanted.add(subject);
  timer ??= setTimeout(() => {
    timer = undefined;
    const open = [...wanted, ...shownParts].filter(
      (subject) => readFit(subject, vehicle) === undefined && !states.has(fitKey(subject.id ?? '', vehicle)),
    );
    wanted.clear();
    // Ids are sorted, so that the server's cache has the answer for the next shopper.
    const ids = [...new Set(open.map(({ id }) => id ?? ''))].toSorted();
    for (let start = 0; start < ids.length; start += MAX_IDS) {
      void load(ids.slice(start, start + MAX_IDS), vehicle);
    }
  });
}

async function load(ids: readonly string[], vehicle: GarageVehicle): Promise<void> {
  const { make, model, year } = vehicle;
  const keys = ids.map((id) => fitKey(id, vehicle));
  for (const key of keys) states.set(key, 'waiting');
  try {
    const engine = engineOf(vehicle);
    const query = new URLSearchParams({
      make,
      model,
      year: String(year),
      ...(engine && { engine }),
      ids: ids.join(','),
    });
    const response = await fetch(`/api/fits?${query}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`Unexpected status ${response.status}`);
    const { fits } = (await response.json()) as { fits: Record<string, FitAnswer> };
    for (const [id, answer] of Object.entries(fits)) knownFits.set(fitKey(id, vehicle), answer);
  } catch {}
  for (const key of keys) states.set(key, 'done');
  version += 1;
  for (const listener of listeners) listener();
}
