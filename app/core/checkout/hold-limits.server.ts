import { formatDollars } from '#core/values/money.ts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { computeLineCents } from '#core/pricing/line.ts';
import type { CheckoutLine, Refusal } from './price-parts.server.ts';

/** Its names are those of the JSON that functions of the database read and write: `pieces` are units. */
export interface HeldAmount {
  lines: number;
  pieces: number;
  cents: number;
}

export type HolderKind = 'browser' | 'network' | 'account' | 'network-accounts' | 'platform' | 'staff';

interface HoldLimitRule {
  lines: number;
  cents: number;
  /** A fraction of all units in stock. */
  shareOfStock: number;
  minUnits: number;
}

const holdLimitRules: Record<HolderKind, HoldLimitRule> = {
  // This is half of the network's share, so that one visitor can't lock out the others at the same address.
  browser: { lines: 100, cents: 50_000_00, shareOfStock: 0.01, minUnits: 5 },
  network: { lines: 400, cents: 200_000_00, shareOfStock: 0.02, minUnits: 5 },
  account: { lines: 200, cents: 250_000_00, shareOfStock: 0.05, minUnits: 10 },
  'network-accounts': { lines: 800, cents: 500_000_00, shareOfStock: 0.1, minUnits: 20 },
  // This limits all buyers that one platform sent.
  platform: { lines: 800, cents: 500_000_00, shareOfStock: 0.1, minUnits: 20 },
  // This limits one person's open quotes.
  staff: { lines: 800, cents: 500_000_00, shareOfStock: 0.1, minUnits: 20 },
};

/** Computes a holder's limit from the units in stock, including held ones. */
export function computeHoldLimit(kind: HolderKind, unitsInStock: number): HeldAmount {
  const { lines, cents, shareOfStock, minUnits } = holdLimitRules[kind];
  return { lines, cents, pieces: Math.max(minUnits, Math.floor(unitsInStock * shareOfStock)) };
}

export interface HoldRefusal {
  reason: 'order' | 'total';
  message: string;
}

/** Checks a hold on top of the present ones. Without holds, a single unit is always allowed, at any price. */
export function checkHold(options: {
  kind: HolderKind;
  held: HeldAmount;
  requested: HeldAmount;
  unitsInStock: number;
  phone: string;
}): HoldRefusal | undefined {
  const { kind, held, requested, unitsInStock, phone } = options;
  if (held.pieces === 0 && requested.pieces === 1) return undefined;
  const limit = computeHoldLimit(kind, unitsInStock);
  const tooLarge = findExceeded(requested, limit);
  if (tooLarge)
    return { reason: 'order', message: formatOrderMessage(kind, limit, { measure: tooLarge, phone }) };
  const sum = {
    lines: held.lines + requested.lines,
    pieces: held.pieces + requested.pieces,
    cents: held.cents + requested.cents,
  };
  return findExceeded(sum, limit) ? { reason: 'total', message: totalMessages[kind] } : undefined;
}

function findExceeded(amount: HeldAmount, limit: HeldAmount): keyof HeldAmount | undefined {
  return (['pieces', 'lines', 'cents'] as const).find((measure) => amount[measure] > limit[measure]);
}

function formatOrderMessage(
  kind: HolderKind,
  limit: HeldAmount,
  { measure, phone }: { measure: keyof HeldAmount; phone: string },
): string {
  const limitText = {
    pieces: `${limit.pieces} units`,
    lines: `${limit.lines} different parts`,
    cents: `parts for ${formatDollars(limit.cents)}`,
  }[measure];
  if (kind === 'staff') return `A quote can hold up to ${limitText}.`;
  return isAnonymous(kind)
    ? `You can check out up to ${limitText} at a time without an account. Please order fewer, or sign in.`
    : `You can check out up to ${limitText} at a time. Please order fewer, or call us: ${phone}.`;
}

const ownPaymentsMessage =
  'Your open payments already hold as many parts as we can set aside for one customer.';
const networkMessage = 'We have already set aside as many parts as we can for your network.';

const totalMessages: Record<HolderKind, string> = {
  browser: `${ownPaymentsMessage} Please finish or cancel one of them, or sign in.`,
  network: `${networkMessage} Please sign in, or try again in a few minutes.`,
  account: `${ownPaymentsMessage} Please finish or cancel one of them.`,
  'network-accounts': `${networkMessage} Please try again in a few minutes.`,
  platform:
    'We have already set aside as many parts as we can for buyers of this assistant. Please try again in a few minutes.',
  staff: 'Your open quotes already hold as many parts as one person can set aside. Cancel one of them first.',
};

function isAnonymous(kind: HolderKind): boolean {
  return kind === 'browser' || kind === 'network';
}

const LARGE_ORDER: HeldAmount = { lines: 10, pieces: 20, cents: 2_500_00 };

const SHORT_HOLD_MINUTES = 15;

/**
 * Computes the minutes of a hold; `holdMinutes` is the setting. If its payment page lasts longer, the shop closes the
 * page, then releases stock.
 */
export function computeHoldMinutes(order: HeldAmount, isSignedIn: boolean, holdMinutes: number): number {
  return !isSignedIn && findExceeded(order, LARGE_ORDER) ? SHORT_HOLD_MINUTES : holdMinutes;
}

export interface Holder {
  userId: string | null;
  browserId: string;
  network: string;
}

const MIN_RETRY_SECONDS = 60;

/** Prevents concurrent checkouts over the limit. Call it before locking parts, so that a waiting request locks none. */
export async function lockHolder(transaction: Transaction<DB>, holder: Holder): Promise<void> {
  // The order is fixed, to prevent deadlocks.
  for (const { kind, key } of listGroups(holder)) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`holds ${kind} ${key}`}, 0))`.execute(
      transaction,
    );
  }
}

export function sumLines(lines: readonly CheckoutLine[]): HeldAmount {
  return {
    lines: new Set(lines.map(({ partId }) => partId)).size,
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    cents: lines.reduce((sum, line) => sum + computeLineCents(line), 0),
  };
}

/** The amounts that the account or browser holds, and that its network holds. */
export type HeldByHolder = readonly (HeldAmount & { secondsLeft: number })[];

const NOTHING_HELD: HeldByHolder = [0, 1].map(() => ({ lines: 0, pieces: 0, cents: 0, secondsLeft: 0 }));

interface Hold {
  holder: Holder;
  lines: readonly CheckoutLine[];
  unitsInStock: number;
  phone: string;
}

export function checkHoldLimits(
  { holder, lines, unitsInStock, phone }: Hold,
  held = NOTHING_HELD,
): Refusal | undefined {
  const requested = sumLines(lines);
  for (const [index, { kind }] of listGroups(holder).entries()) {
    const { secondsLeft, ...own } = held[index] as HeldByHolder[number];
    const refusal = checkHold({ kind, held: own, requested, unitsInStock, phone });
    if (!refusal) continue;
    const retry = refusal.reason === 'total' && {
      retryInSeconds: Math.max(MIN_RETRY_SECONDS, secondsLeft),
    };
    return { error: refusal.message, ...retry };
  }
  return undefined;
}

/** Computes what a holder may hold already, if it is to hold these lines too. */
export function computeRooms({ holder, lines, unitsInStock }: Hold): HeldAmount[] {
  const requested = sumLines(lines);
  return listGroups(holder).map(({ kind }) => {
    const limit = computeHoldLimit(kind, unitsInStock);
    return {
      lines: limit.lines - requested.lines,
      pieces: limit.pieces - requested.pieces,
      cents: limit.cents - requested.cents,
    };
  });
}

/** Lists the groups in the order of the function place_order. */
function listGroups({ userId, browserId, network }: Holder): { kind: HolderKind; key: string }[] {
  return userId === null
    ? [
        { kind: 'browser', key: browserId },
        { kind: 'network', key: network },
      ]
    : [
        { kind: 'account', key: userId },
        { kind: 'network-accounts', key: network },
      ];
}

export async function countUnitsInStock(database: Kysely<DB>): Promise<number> {
  const { units } = await database.selectNoFrom(unitsInStock).executeTakeFirstOrThrow();
  return Number(units);
}

/** Database triggers keep these tallies up to date. */
export const unitsInStock = sql<string>`(select coalesce(sum(pieces), 0) from catalog_tallies)`.as('units');
