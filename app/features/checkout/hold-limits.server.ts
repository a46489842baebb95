import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { readSettings } from '#settings';
import { type HeldAmount, type HolderKind, checkHold } from '#domain/hold-limits.ts';
import { centsFromDollars } from '#domain/money.ts';
import { computeLineCents } from '#domain/pricing/line.ts';
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
  for (const { key } of listGroups(holder)) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`holds ${key}`}, 0))`.execute(transaction);
  }
}

export function sumLines(lines: readonly CheckoutLine[]): HeldAmount {
  return {
    lines: new Set(lines.map(({ partId }) => partId)).size,
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    cents: lines.reduce((sum, line) => sum + computeLineCents(line), 0),
  };
}

/** Call lockHolder before. */
export async function checkHoldLimits(
  transaction: Transaction<DB>,
  holder: Holder,
  lines: readonly CheckoutLine[],
): Promise<Refusal | undefined> {
  const requested = sumLines(lines);
  const piecesInStock = await countPieces(transaction);
  const { phone } = (await readSettings(transaction)).business;
  for (const { kind, column, value } of listGroups(holder)) {
    const { secondsLeft, ...held } = await readHeld(transaction, column, value, holder.userId !== null);
    const refusal = checkHold({ kind, held, requested, piecesInStock, phone });
    if (!refusal) continue;
    const retry = refusal.reason === 'total' && { retryInSeconds: secondsLeft };
    return { error: refusal.message, ...retry };
  }
  return undefined;
}

interface Group {
  kind: HolderKind;
  column: 'user_id' | 'browser_id' | 'client_network';
  value: string;
  key: string;
}

function listGroups({ userId, browserId, network }: Holder): Group[] {
  const group = (kind: HolderKind, column: Group['column'], value: string) => {
    return { kind, column, value, key: `${kind} ${value}` };
  };
  return userId === null
    ? [group('browser', 'browser_id', browserId), group('network', 'client_network', network)]
    : [group('account', 'user_id', userId), group('network-accounts', 'client_network', network)];
}

/** Guests and accounts are counted separately. */
async function readHeld(
  transaction: Transaction<DB>,
  column: Group['column'],
  value: string,
  isSignedIn: boolean,
): Promise<HeldAmount & { secondsLeft: number }> {
  const { rows } = await sql<Record<'lines' | 'pieces' | 'dollars' | 'ends_in', string>>`
    select coalesce(sum(held.lines), 0) as lines, coalesce(sum(held.pieces), 0) as pieces,
      coalesce(sum(amount - tax - shipping - core), 0) as dollars,
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
    secondsLeft: Math.max(MIN_RETRY_SECONDS, Math.ceil(Number(row.ends_in))),
  };
}

/** Triggers keep the tallies. */
export async function countPieces(transaction: Transaction<DB>): Promise<number> {
  const { pieces } = await transaction
    .selectFrom('catalog_tallies')
    .select(sql<string>`coalesce(sum(pieces), 0)`.as('pieces'))
    .executeTakeFirstOrThrow();
  return Number(pieces);
}
