import { sql, type Transaction } from 'kysely';
import { raiseAlert } from '#core/alerts/alerts.server.ts';
import type { AlertDetails, AlertKind } from '#core/alerts/alert.ts';
import { formatDollars } from '#core/values/money.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import type { DB } from '#db/types.ts';
import { findMissingMoney, findPayoutDifferences } from './payout-differences.server.ts';

/** If the keys of another account were set, all payments are missing. */
const MAX_NEW_ALERTS = 10;

/**
 * Raises an alert for each payout with a difference, and for each payment and refund that is in no payout, once. Settles those
 * whose cause is gone. What a person has settled is not raised again.
 */
export async function checkPayouts(transaction: Transaction<DB>): Promise<void> {
  const differences = await findPayoutDifferences(transaction);
  for (const { id, amountCents, netCents, problems } of differences.slice(0, MAX_NEW_ALERTS))
    await raiseOnce(transaction, 'payout-differs', id, {
      Payout: id,
      Amount: formatDollars(amountCents),
      ...(amountCents !== netCents && { 'Its transactions add up to': formatDollars(netCents) }),
      ...(problems > 0 && { 'Transactions to look at': String(problems) }),
    });
  await settleOthers(
    transaction,
    'payout-differs',
    differences.map(({ id }) => id),
  );
  const missing = await findMissingMoney(transaction, MAX_NEW_ALERTS);
  for (const { kind, id, orderNumber, cents, at } of missing)
    await raiseOnce(transaction, 'money-not-paid-out', id, {
      Order: formatOrderNumber(orderNumber),
      [kind === 'payment' ? 'Payment' : 'Refund']: id,
      Amount: formatDollars(cents),
      Since: at.slice(0, 10),
    });
  await settleFound(transaction);
}

async function raiseOnce(
  transaction: Transaction<DB>,
  kind: AlertKind,
  subject: string,
  details: AlertDetails,
): Promise<void> {
  const settled = await transaction
    .selectFrom('alerts')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('settled_by', 'is not', null)
    .executeTakeFirst();
  if (!settled) await raiseAlert(transaction, { kind, subject, details });
}

async function settleOthers(
  transaction: Transaction<DB>,
  kind: AlertKind,
  subjects: readonly string[],
): Promise<void> {
  await transaction
    .updateTable('alerts')
    .set({ settled_at: sql<Date>`now()` })
    .where('kind', '=', kind)
    .where('settled_at', 'is', null)
    .where(sql<boolean>`subject <> all (${[...subjects]})`)
    .execute();
}

/** Money that is in a payout now is not missing, nor is a refund that has failed. */
async function settleFound(transaction: Transaction<DB>): Promise<void> {
  await transaction
    .updateTable('alerts')
    .set({ settled_at: sql<Date>`now()` })
    .where('kind', '=', 'money-not-paid-out')
    .where('settled_at', 'is', null)
    .where(
      sql<boolean>`(
        exists (select from balance_transactions where kind = 'payment' and payment_id = subject)
        or exists (select from balance_transactions where kind = 'refund' and source_id = subject)
        or exists (select from refunds where provider_id = subject and state = 'failed')
      )`,
    )
    .execute();
}
