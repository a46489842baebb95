import { formatDollars } from './money.ts';
import { PAYMENT_MINUTES } from './payment.ts';
import { shop } from './shop.ts';

/** What orders hold or want: different parts, pieces of them all, and their price in cents. */
export interface HeldAmount {
  lines: number;
  pieces: number;
  cents: number;
}

/**
 * Who is bounded: an anonymous visitor's browser, all anonymous visitors of one network, an account, and all accounts
 * that buy from one network, since accounts are quickly made.
 */
export type HolderKind = 'browser' | 'network' | 'account' | 'network-accounts';

interface HoldRule {
  lines: number;
  cents: number;
  /** Of all pieces in stock. */
  shareOfStock: number;
  /** Pieces that may be held however few are in stock. */
  leastPieces: number;
}

const holdRules: Record<HolderKind, HoldRule> = {
  // Half of its network's share: one visitor does not lock out the others behind the same address.
  browser: { lines: 100, cents: 50_000_00, shareOfStock: 0.01, leastPieces: 5 },
  network: { lines: 400, cents: 200_000_00, shareOfStock: 0.02, leastPieces: 5 },
  account: { lines: 200, cents: 250_000_00, shareOfStock: 0.05, leastPieces: 10 },
  'network-accounts': { lines: 800, cents: 500_000_00, shareOfStock: 0.1, leastPieces: 20 },
};

/** The most that a holder may hold at a time in a shop with so many pieces in stock, held ones included. */
export function holdBound(kind: HolderKind, piecesInStock: number): HeldAmount {
  const { lines, cents, shareOfStock, leastPieces } = holdRules[kind];
  return { lines, cents, pieces: Math.max(leastPieces, Math.floor(piecesInStock * shareOfStock)) };
}

/** Why an order may not be held: it is too large by itself, or together with what is held already. */
export interface HoldRefusal {
  because: 'order' | 'together';
  /** In plain words, with what to do about it. */
  message: string;
}

/**
 * Whether a holder may hold `wanted` on top of `held`. A buyer who holds nothing can always
 * buy a single piece, whatever it costs.
 */
export function holdRefusal(options: {
  kind: HolderKind;
  held: HeldAmount;
  wanted: HeldAmount;
  piecesInStock: number;
}): HoldRefusal | undefined {
  const { kind, held, wanted, piecesInStock } = options;
  if (held.pieces === 0 && wanted.pieces === 1) return undefined;
  const bound = holdBound(kind, piecesInStock);
  const tooLarge = exceeded(wanted, bound);
  if (tooLarge) return { because: 'order', message: orderMessage(kind, tooLarge, bound) };
  const sum = {
    lines: held.lines + wanted.lines,
    pieces: held.pieces + wanted.pieces,
    cents: held.cents + wanted.cents,
  };
  return exceeded(sum, bound) ? { because: 'together', message: togetherMessages[kind] } : undefined;
}

function exceeded(amount: HeldAmount, bound: HeldAmount): keyof HeldAmount | undefined {
  return (['pieces', 'lines', 'cents'] as const).find((measure) => amount[measure] > bound[measure]);
}

function orderMessage(kind: HolderKind, measure: keyof HeldAmount, bound: HeldAmount): string {
  const most = {
    pieces: `${bound.pieces} pieces`,
    lines: `${bound.lines} different parts`,
    cents: `parts for ${formatDollars(bound.cents)}`,
  }[measure];
  return isAnonymous(kind)
    ? `You can check out at most ${most} at a time without an account. Please take fewer, or sign in.`
    : `You can check out at most ${most} at a time. Please take fewer, or call us: ${shop.phone}.`;
}

const ownPayments = 'Your open payments already hold as much as we can set aside for you.';
const othersPayments = 'As many parts as we can set aside for your network are waiting for payment.';

const togetherMessages: Record<HolderKind, string> = {
  browser: `${ownPayments} Please finish or give up one of them, or sign in.`,
  network: `${othersPayments} Please sign in, or try again in a few minutes.`,
  account: `${ownPayments} Please finish or give up one of them.`,
  'network-accounts': `${othersPayments} Please try again in a few minutes.`,
};

function isAnonymous(kind: HolderKind): boolean {
  return kind === 'browser' || kind === 'network';
}

/** An anonymous order beyond any of these is held for a shorter time. */
const LARGE: HeldAmount = { lines: 10, pieces: 20, cents: 2_500_00 };

/** How long a large anonymous order is held, in minutes. */
const SHORT_HOLD_MINUTES = 15;

/**
 * How long an order is held, in minutes. It may be less than the payment page lasts at the provider: the shop closes
 * the page then, before it releases the stock.
 */
export function holdMinutes(order: HeldAmount, isSignedIn: boolean): number {
  return !isSignedIn && exceeded(order, LARGE) ? SHORT_HOLD_MINUTES : PAYMENT_MINUTES;
}
