import { sql, type Transaction } from 'kysely';
import { raiseAlert, settleAlert } from '#core/alerts/alerts.server.ts';
import type { ProviderPayout } from '#core/payments/payout.ts';
import { PaymentProviderError, type Payments } from '#core/payments/payments.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { dollarsFromCents } from '#core/values/money.ts';
import type { DB } from '#db/types.ts';
import { checkPayouts } from './check-payouts.server.ts';

/** The first run reads the payouts of this time. Later runs go back to the newest payout, and this much further. */
const FIRST_LOOKBACK_DAYS = 90;
/** A bank can send a payout back for some days, and the provider's list may be behind. */
const OVERLAP_DAYS = 14;

/** A run ends after so many pages of 100 transactions. The next one goes on. */
const MAX_PAGES = 500;

/** A run ends after so many payouts in a row that the provider did not answer for. */
const MAX_FAILURES = 3;

const asShop = { role: 'service_role' } as const;

interface ReadPayouts {
  database: Database;
  payments: Payments;
  logError: (error: unknown, what: string) => void;
  now?: Date;
  maxPages?: number;
}

/**
 * Copies new payouts with their transactions, each once, and compares them with the shop's payments and refunds. What a run
 * does not get, the next one does: each page is stored with its place.
 */
export async function readPayouts(options: ReadPayouts): Promise<void> {
  const { database, logError } = options;
  let failure: string | null = null;
  try {
    await storePayouts(options);
    failure = await readUnread(options);
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    logError(error, 'Could not read the payouts');
    failure = error.message;
  }
  await database.as(asShop, async (transaction) => {
    const alert = { kind: 'payouts-not-read', subject: 'payouts' } as const;
    if (failure === null) await settleAlert(transaction, alert);
    else await raiseAlert(transaction, { ...alert, details: { Answer: failure } });
    await checkPayouts(transaction);
  });
}

async function storePayouts({ database, payments, now = new Date() }: ReadPayouts): Promise<void> {
  const since = await database.as(asShop, (transaction) => findStart(transaction, now));
  for await (const payout of payments.payoutsSince(since))
    await database.as(asShop, (transaction) => storePayout(transaction, payout));
}

/** Finds the time since which payouts are asked for: one that is not decided yet may be older than the newest ones. */
async function findStart(transaction: Transaction<DB>, now: Date): Promise<Date> {
  const { since } = await transaction
    .selectFrom('payouts')
    .select(
      sql<Date | null>`least(
        max(created_at), min(created_at) filter (where state in ('pending', 'in_transit'))
      ) - make_interval(days => ${OVERLAP_DAYS})`.as('since'),
    )
    .executeTakeFirstOrThrow();
  return since ?? new Date(now.getTime() - FIRST_LOOKBACK_DAYS * 86_400_000);
}

async function storePayout(transaction: Transaction<DB>, payout: ProviderPayout): Promise<void> {
  const { id, state, arrivesOn } = payout;
  await transaction
    .insertInto('payouts')
    .values({
      id,
      amount: dollarsFromCents(payout.amountCents),
      state,
      automatic: payout.isAutomatic,
      created_at: payout.createdAt,
      arrives_on: arrivesOn,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ state, arrives_on: arrivesOn }))
    .execute();
}

/** Reads the transactions of payouts that are not complete, oldest first. Returns why some were not read, or null. */
async function readUnread(options: ReadPayouts): Promise<string | null> {
  const { database, logError, maxPages = MAX_PAGES } = options;
  const unread = await database.as(asShop, (transaction) =>
    transaction
      .selectFrom('payouts')
      .select(['id', 'read_to'])
      .where('automatic', '=', true)
      .where('complete_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .limit(maxPages)
      .execute(),
  );
  let failure: string | null = null;
  let failures = 0;
  let pages = maxPages;
  for (const payout of unread) {
    try {
      pages = await readTransactions(options, payout, pages);
      failures = 0;
    } catch (error) {
      if (!(error instanceof PaymentProviderError)) throw error;
      logError(error, 'Could not read the transactions of a payout');
      failure = error.message;
      failures += 1;
    }
    if (pages === 0 || failures === MAX_FAILURES) break;
  }
  return failure;
}

/** Reads at most so many pages. Returns how many are left. */
async function readTransactions(
  { database, payments }: ReadPayouts,
  { id, read_to: start }: { id: string; read_to: string | null },
  maxPages: number,
): Promise<number> {
  let after = start;
  for (let left = maxPages; left > 0; left -= 1) {
    const { transactions, hasMore } = await payments.fetchTransactions(id, after);
    const last = transactions.at(-1)?.id ?? null;
    if (hasMore && (last === null || last === after))
      throw new PaymentProviderError(`The list of transactions of ${id} does not go on`);
    await database.as(asShop, async (transaction) => {
      if (transactions.length > 0)
        await transaction
          .insertInto('balance_transactions')
          .values(
            transactions.map((each) => ({
              id: each.id,
              payout_id: id,
              kind: each.kind,
              type: each.type,
              amount: dollarsFromCents(each.amountCents),
              fee: dollarsFromCents(each.feeCents),
              created_at: each.createdAt,
              source_id: each.sourceId,
              payment_id: each.paymentId,
            })),
          )
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute();
      await transaction
        .updateTable('payouts')
        .set({ read_to: last ?? after, ...(!hasMore && { complete_at: sql<Date>`now()` }) })
        .where('id', '=', id)
        .execute();
    });
    if (!hasMore) return left - 1;
    after = last;
  }
  return 0;
}
