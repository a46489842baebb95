import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { type HeldAmount, type HolderKind, holdRefusal } from '#domain/hold-limits.ts';
import { centsFromDollars } from '#domain/money.ts';
import { lineCents } from '#domain/pricing.ts';
import type { CheckoutLine, Refusal } from './price-parts.server.ts';

/** Whose holds count together. */
export interface Holder {
  /** Null for an anonymous visitor. */
  userId: string | null;
  /** The random id of the browser. */
  browserId: string;
  /** The network that the request comes from (domain/network.ts). */
  network: string;
}

/** Somebody may try again at the latest after so many seconds, though it is not known when a hold ends. */
const SOON = 60;

/**
 * Makes checkouts of the same holder take turns, so that two at once never hold more together than one may. Call it
 * before parts are locked: a request that waits here then keeps no part from others.
 */
export async function lockHolder(transaction: Transaction<DB>, holder: Holder): Promise<void> {
  // In the order of the kinds: two checkouts never wait for each other in a circle.
  for (const { key } of groupsOf(holder)) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`holds ${key}`}, 0))`.execute(transaction);
  }
}

/** What an order of these lines holds. */
export function amountOf(lines: readonly CheckoutLine[]): HeldAmount {
  return {
    lines: new Set(lines.map(({ partId }) => partId)).size,
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    cents: lines.reduce((sum, line) => sum + lineCents(line), 0),
  };
}

/** Whether these lines are more than their holder may hold with all that is held already. Call lockHolder before. */
export async function refuseHold(
  transaction: Transaction<DB>,
  holder: Holder,
  lines: readonly CheckoutLine[],
): Promise<Refusal | undefined> {
  const wanted = amountOf(lines);
  const piecesInStock = await countPieces(transaction);
  for (const { kind, column, value } of groupsOf(holder)) {
    const { endsIn, ...held } = await heldBy(transaction, column, value, holder.userId !== null);
    const refusal = holdRefusal({ kind, held, wanted, piecesInStock });
    if (!refusal) continue;
    const again = refusal.because === 'together' && { retryInSeconds: endsIn };
    return { error: refusal.message, ...again };
  }
  return undefined;
}

interface Group {
  kind: HolderKind;
  column: 'user_id' | 'browser_id' | 'client_network';
  value: string;
  /** Names the group among all of them. */
  key: string;
}

function groupsOf({ userId, browserId, network }: Holder): Group[] {
  const group = (kind: HolderKind, column: Group['column'], value: string) => {
    return { kind, column, value, key: `${kind} ${value}` };
  };
  return userId === null
    ? [group('browser', 'browser_id', browserId), group('network', 'client_network', network)]
    : [group('account', 'user_id', userId), group('network-accounts', 'client_network', network)];
}

/** What open orders hold, and in how many seconds the first of them ends. Those of guests and accounts count apart. */
async function heldBy(
  transaction: Transaction<DB>,
  column: Group['column'],
  value: string,
  isSignedIn: boolean,
): Promise<HeldAmount & { endsIn: number }> {
  const { rows } = await sql<Record<'lines' | 'pieces' | 'dollars' | 'ends_in', string>>`
    select coalesce(sum(held.lines), 0) as lines, coalesce(sum(held.pieces), 0) as pieces,
      coalesce(sum(amount - tax - shipping), 0) as dollars,
      coalesce(extract(epoch from min(orders.expires_at) - clock_timestamp()), 0) as ends_in
    from orders, lateral (
      select count(*) as lines, sum(quantity) as pieces from stock_holds
      where order_id = orders.id and outcome is null
    ) as held
    where orders.status = 'pending' and ${sql.ref(column)} = ${value} and (user_id is not null) = ${isSignedIn}
      and held.lines > 0`.execute(transaction);
  const [row] = rows as [(typeof rows)[number]];
  return {
    lines: Number(row.lines),
    pieces: Number(row.pieces),
    cents: centsFromDollars(row.dollars),
    endsIn: Math.max(SOON, Math.ceil(Number(row.ends_in))),
  };
}

/** All pieces in stock. A trigger keeps their counter (db/migrations/0004_counts.sql). */
async function countPieces(transaction: Transaction<DB>): Promise<number> {
  const { pieces } = await transaction
    .selectFrom('catalog_tallies')
    .select(sql<string>`coalesce(sum(pieces), 0)`.as('pieces'))
    .executeTakeFirstOrThrow();
  return Number(pieces);
}
