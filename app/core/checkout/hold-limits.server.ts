import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { checkHold, computeHoldLimit, type HeldAmount, type HolderKind } from './hold-limits.ts';
import { computeLineCents } from '#core/pricing/line.ts';
import type { CheckoutLine, Refusal } from './price-parts.server.ts';

export interface Holder {
  userId: string | null;
  browserId: string;
  network: string;
}

const MIN_RETRY_SECONDS = 60;

/** Prevents concurrent checkouts over the limit. Call it before locking parts, so that a waiting request locks none. */
export async function lockHolder(transaction: Transaction<DB>, holder: Holder): Promise<void> {
  // In a fixed order, to prevent deadlocks.
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

/** What the account or browser holds, and what its network holds. */
export type HeldByHolder = readonly (HeldAmount & { secondsLeft: number })[];

const NOTHING_HELD: HeldByHolder = [0, 1].map(() => ({ lines: 0, pieces: 0, cents: 0, secondsLeft: 0 }));

interface Hold {
  holder: Holder;
  lines: readonly CheckoutLine[];
  piecesInStock: number;
  /** The shop's phone number. */
  phone: string;
}

export function checkHoldLimits(
  { holder, lines, piecesInStock, phone }: Hold,
  held = NOTHING_HELD,
): Refusal | undefined {
  const requested = sumLines(lines);
  for (const [index, { kind }] of listGroups(holder).entries()) {
    const { secondsLeft, ...own } = held[index] as HeldByHolder[number];
    const refusal = checkHold({ kind, held: own, requested, piecesInStock, phone });
    if (!refusal) continue;
    const retry = refusal.reason === 'total' && {
      retryInSeconds: Math.max(MIN_RETRY_SECONDS, secondsLeft),
    };
    return { error: refusal.message, ...retry };
  }
  return undefined;
}

/** What a holder may hold already, if it is to hold these lines too. */
export function computeRooms({ holder, lines, piecesInStock }: Hold): HeldAmount[] {
  const requested = sumLines(lines);
  return listGroups(holder).map(({ kind }) => {
    const limit = computeHoldLimit(kind, piecesInStock);
    return {
      lines: limit.lines - requested.lines,
      pieces: limit.pieces - requested.pieces,
      cents: limit.cents - requested.cents,
    };
  });
}

/** As in the function place_order. */
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

/** Triggers keep the tallies. */
export async function countPieces(database: Kysely<DB>): Promise<number> {
  const { pieces } = await database.selectNoFrom(piecesInStock).executeTakeFirstOrThrow();
  return Number(pieces);
}

export const piecesInStock = sql<string>`(select coalesce(sum(pieces), 0) from catalog_tallies)`.as('pieces');
