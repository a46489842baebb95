import { isPartId } from '#core/catalog/part.ts';
import { readStored, writeStored } from '#core/values/stored.ts';
import type { AccountCartAnswer, AccountLine } from './account-cart.server.ts';
import type { CartItem } from './cart.ts';
import { ACCOUNT_CART_KEY, changeCart, readCart, subscribeToCart } from './cart-store.ts';

/** The units of each part, by its id. */
export type Quantities = Readonly<Record<string, number>>;

interface AccountCart {
  userId: string;
  /** The account's cart in the last answer. Null before the first one: the lines of this browser then join it. */
  known: Quantities | null;
  /** Changes that the server does not have: part id -> time of the change (ms) */
  changedAt: Record<string, number>;
  /** The payments whose parts are out of the account's cart. */
  paid: string[];
}

/** Changes settle before they are sent. */
const SETTLE_MS = 1_000;

/** A page that is shown again after this time loads the cart again. */
const REST_MS = 15_000;

/** A request takes no longer than this, so that signing out does not wait for it. */
const TIMEOUT_MS = 5_000;

/**
 * Keeps the browser's cart and the account's the same, from the sign-in on and until `signal`. Returns a function that
 * sends unsent changes.
 */
export function followAccountCart(userId: string, signal: AbortSignal): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let applying = false;
  let syncedAt = 0;
  let noted = countKnown();

  const own = () => {
    const state = readState();
    return state?.userId === userId ? state : undefined;
  };

  function listChanges(state: AccountCart): string[] {
    return listChangedParts(state.known ?? {}, countKnown());
  }

  /** Notes when each line was changed. */
  function onCart() {
    const now = countKnown();
    const recent = new Set(listChangedParts(noted, now));
    noted = now;
    const state = own();
    if (!state || applying) return;
    const changes = listChanges(state);
    const times = changes.map((id) => [id, (!recent.has(id) && state.changedAt[id]) || Date.now()]);
    writeState({ ...state, changedAt: Object.fromEntries(times) });
    if (changes.length > 0 && document.visibilityState === 'visible') schedule();
  }

  function schedule() {
    clearTimeout(timer);
    timer = setTimeout(() => void sync(), SETTLE_MS);
  }

  /** The next change, visit or connection tries again after a failure. */
  async function sync(): Promise<void> {
    clearTimeout(timer);
    if (running) return running.then(flush);
    running = exchange()
      .catch(() => undefined)
      .finally(() => (running = undefined));
    return running;
  }

  async function exchange(): Promise<void> {
    const state = own();
    if (!state) return;
    const asked = countKnown();
    const changes = listChanges(state).map((id) => ({
      part_id: id,
      quantity: asked[id] ?? 0,
      seconds: Math.max(0, Date.now() - (state.changedAt[id] ?? Date.now())) / 1000,
    }));
    const response = await fetch('/rest/v1/cart', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ user_id: userId, joins: state.known === null, changes }),
      keepalive: true,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return;
    const { lines, paid } = (await response.json()) as AccountCartAnswer;
    // The user may have signed out.
    const latest = own();
    if (!latest) return;
    syncedAt = Date.now();
    applying = true;
    changeCart((items) => applyAccountLines(items, asked, lines));
    applying = false;
    const known = knownQuantities(readCart(), lines);
    writeState({ ...latest, known, paid });
    if (listChangedParts(known, countKnown()).length > 0) schedule();
  }

  async function flush(): Promise<void> {
    const state = own();
    if (state && listChanges(state).length > 0) await sync();
  }

  function onVisibility() {
    if (document.visibilityState === 'hidden') void flush();
    else if (Date.now() - syncedAt > REST_MS) void sync();
  }

  takeOver(userId);
  const unsubscribe = subscribeToCart(onCart);
  document.addEventListener('visibilitychange', onVisibility, { signal });
  window.addEventListener('online', () => void sync(), { signal });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    unsubscribe();
  });
  void sync();
  return flush;
}

/** Empties the cart of a user who has signed out: it is kept with the account. */
export function leaveAccountCart(): void {
  const state = readState();
  if (!state) return;
  // This comes first, so that other tabs do not take the empty cart for the user's.
  writeStored(ACCOUNT_CART_KEY, null);
  if (!state.known) return;
  changeCart(() => []);
  // The destination belongs to the user too.
  writeStored('cart.destination', null);
}

/** Another user may have signed in without a sign-out in between. */
function takeOver(userId: string): void {
  if (readState()?.userId === userId) return;
  leaveAccountCart();
  writeState({ userId, known: null, changedAt: {}, paid: [] });
}

/** Counts the units of each part. Lines that are no parts of the catalog stay in the browser. */
function countKnown(): Quantities {
  return countParts(readCart().filter(({ id }) => isPartId(id)));
}

function readState(): AccountCart | undefined {
  try {
    return (JSON.parse(readStored(ACCOUNT_CART_KEY) ?? 'null') as AccountCart | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The cart is not sent if storage is blocked: it stays in this browser. */
function writeState(state: AccountCart): void {
  writeStored(ACCOUNT_CART_KEY, JSON.stringify(state));
}

export function countParts(items: readonly CartItem[]): Quantities {
  const counts: Record<string, number> = {};
  for (const { id, quantity } of items) counts[id] = (counts[id] ?? 0) + quantity;
  return counts;
}

/** Lists the parts whose quantity differs between two carts. */
export function listChangedParts(before: Quantities, now: Quantities): string[] {
  return Object.keys({ ...before, ...now }).filter((id) => before[id] !== now[id]);
}

/**
 * Brings a browser's cart up to date with the account's. What the shopper changed while the server was asked stays.
 * Lines keep the price that the shopper has seen: the cart shows what has changed since.
 * @param asked the quantities when the server was asked.
 */
export function applyAccountLines(
  items: readonly CartItem[],
  asked: Quantities,
  lines: readonly AccountLine[],
): CartItem[] {
  const now = countParts(items);
  const isUnchanged = (id: string) => now[id] === asked[id];
  const wanted = new Map(lines.map((line) => [line.partId, line]));
  const kept = items.flatMap((item, index) => {
    if (!isUnchanged(item.id)) return [item];
    const quantity = wanted.get(item.id)?.quantity ?? 0;
    if (quantity === now[item.id]) return [item];
    const isFirst = items.findIndex(({ id }) => id === item.id) === index;
    return isFirst && quantity > 0 ? [{ ...item, quantity }] : [];
  });
  const added = lines.flatMap(({ partId, quantity, item }) =>
    item && quantity > 0 && now[partId] === undefined && isUnchanged(partId) ? [{ ...item, quantity }] : [],
  );
  return [...kept, ...added];
}

/** Returns what the browser knows of the account's cart. It does not remove lines that it could not show. */
export function knownQuantities(items: readonly CartItem[], lines: readonly AccountLine[]): Quantities {
  const counts = countParts(items);
  return Object.fromEntries(
    lines.flatMap(({ partId, quantity, item }) =>
      quantity > 0 && (item || counts[partId]) ? [[partId, quantity]] : [],
    ),
  );
}
