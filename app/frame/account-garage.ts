import { type Garage, mergeGarages } from '#core/vehicles/garage.ts';
import { subscribeToGarage } from '#core/fitment/active-vehicle.ts';
import { changeGarage, readGarage } from '#core/fitment/garage-store.ts';
import type { AccountGarage } from '#core/fitment/account-garage.server.ts';

/** Stores the garage's owner, and the version of the account's garage that the browser has. */
const STORAGE_KEY = 'garage.account';

interface Known {
  userId: string;
  version: number;
}

const SETTLE_MS = 500;

/** A request takes no longer than this, so that signing out does not wait for it. */
const TIMEOUT_MS = 5_000;

/** Keeps the browser's garage and the account's the same until `signal`. Returns a function that sends unsent changes. */
export function followAccountGarage(userId: string, signal: AbortSignal): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = Promise.resolve();
  let synced: Garage | undefined;

  async function exchange() {
    const known = readKnown();
    if (known?.userId !== userId || signal.aborted) return;
    const sent = readGarage();
    const isChanged = synced ? sent !== synced : known.version === 0 && sent.vehicles.length > 0;
    if (synced && !isChanged) return;
    const response = await fetch('/rest/v1/garage', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ user_id: userId, version: known.version, garage: isChanged ? sent : null }),
      keepalive: true,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // The user may have signed out.
    if (!response.ok || readKnown()?.userId !== userId) return;
    const answer = (await response.json()) as AccountGarage;
    const isSame = readGarage() === sent;
    writeKnown({ userId, version: answer.version });
    changeGarage((garage) => (isSame ? answer.garage : mergeGarages(garage, answer.garage)));
    synced = isSame ? readGarage() : answer.garage;
    if (!isSame) schedule();
  }

  /** The next change or page tries again after a failure. */
  function sync(): Promise<void> {
    clearTimeout(timer);
    running = running.then(exchange).catch(() => undefined);
    return running;
  }

  function schedule() {
    clearTimeout(timer);
    timer = setTimeout(() => void sync(), SETTLE_MS);
  }

  takeOver(userId);
  const unsubscribe = subscribeToGarage(() => {
    if (readGarage() !== synced) schedule();
  });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    unsubscribe();
  });
  void sync();
  return sync;
}

/** Empties the garage of a user who has signed out: it is kept with the account. */
export function leaveAccountGarage(): void {
  const known = readKnown();
  if (!known) return;
  localStorage.removeItem(STORAGE_KEY);
  if (known.version > 0) changeGarage(() => ({ vehicles: [], active: null }));
}

/** Another user may have signed in without a sign-out in between. */
function takeOver(userId: string): void {
  if (readKnown()?.userId === userId) return;
  leaveAccountGarage();
  writeKnown({ userId, version: 0 });
}

function readKnown(): Known | undefined {
  try {
    return (JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as Known | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The garage stays in this browser if storage is blocked. */
function writeKnown(known: Known): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(known));
  } catch {}
}
