import { sql } from 'kysely';
import { raiseAlert, settleAlert } from '#core/alerts/alerts.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { PaymentProviderError, type Payments } from './payments.server.ts';
import { applyPaymentEvent } from './apply-payment-event.server.ts';
import { closeOrder } from './close-order.server.ts';

const MAX_ORDERS_PER_RUN = 200;

/** The order's own job runs first. */
const OVERDUE_SECONDS = 60;

const MAX_FAILURES = 3;

/** Runs overlap, because the provider's clock may be slow, and its newest events may be missing from the list. */
const OVERLAP_MINUTES = 60;

/** Stripe keeps events for 30 days. */
const MAX_LOOKBACK_DAYS = 29;
const FIRST_LOOKBACK_DAYS = 3;

interface ReconcilePayments {
  database: Database;
  payments: Payments;
  siteUrl: string;
  logError: (error: unknown, what: string) => void;
}

/** Queries the provider for overdue orders and missed events, and applies them. The next run repeats failed queries. */
export async function reconcilePayments(options: ReconcilePayments): Promise<void> {
  const overdueAnswered = await closeOverdueOrders(options);
  const eventsAnswered = await applyMissedEvents(options);
  await updateSilenceAlerts(options.database, overdueAnswered && eventsAnswered);
}

async function closeOverdueOrders(options: ReconcilePayments): Promise<boolean> {
  const { database, logError } = options;
  const overdue = await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .selectFrom('orders')
      .select('id')
      .where('status', '=', 'pending')
      .where('expires_at', '<', sql<Date>`now() - make_interval(secs => ${OVERDUE_SECONDS})`)
      .orderBy(sql`coalesce(asked_at, expires_at)`)
      .limit(MAX_ORDERS_PER_RUN)
      .execute(),
  );
  let failures = 0;
  for (const { id } of overdue) {
    try {
      await closeOrder({ ...options, orderId: id });
      failures = 0;
    } catch (error) {
      logError(error, 'Could not close an expired order');
      if (!(error instanceof PaymentProviderError)) continue;
      failures += 1;
      if (failures === MAX_FAILURES) return false;
    }
  }
  return failures === 0;
}

async function applyMissedEvents({
  database,
  payments,
  siteUrl,
  logError,
}: ReconcilePayments): Promise<boolean> {
  const asShop = { role: 'service_role' } as const;
  const { rows } = await database.as(asShop, (transaction) =>
    sql<{ now: Date; since: Date }>`
      select now(), greatest(
        coalesce(
          (select reconciled_until - make_interval(mins => ${OVERLAP_MINUTES}) from payment_reconciliation),
          now() - make_interval(days => ${FIRST_LOOKBACK_DAYS})
        ),
        now() - make_interval(days => ${MAX_LOOKBACK_DAYS})
      ) as since`.execute(transaction),
  );
  const [{ now, since } = { now: new Date(), since: new Date() }] = rows;
  let complete = true;
  try {
    for await (const event of payments.eventsSince(since)) {
      try {
        await applyPaymentEvent({ database, siteUrl, event, source: 'asked' });
      } catch (error) {
        complete = false;
        logError(error, 'Could not apply a payment event');
      }
    }
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    logError(error, 'Could not query the payment provider for events');
    return false;
  }
  if (complete) {
    await database.as(asShop, (transaction) =>
      transaction
        .insertInto('payment_reconciliation')
        .values({ reconciled_until: now })
        .onConflict((conflict) => conflict.column('singleton').doUpdateSet({ reconciled_until: now }))
        .execute(),
    );
  }
  return true;
}

/** A payment without its event after this time counts as missed. */
const MISSED_EVENT_MINUTES = 5;

const MAX_SILENCE_MINUTES = 30;

async function updateSilenceAlerts(database: Database, answered: boolean): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const { rows } = await sql<{ missed: number; verified: Date | null; isSilent: boolean; waiting: number }>`
      select
        (select count(*)::int from payment_events
         where source = 'asked' and type like 'checkout.session.%'
           and received_at between now() - interval '1 day' and now() - make_interval(mins => ${MISSED_EVENT_MINUTES})) as missed,
        (select max(received_at) from payment_events where source = 'webhook') as verified,
        not exists (
          select from payment_events where source = 'webhook' and received_at >= now() - interval '1 day'
        ) as "isSilent",
        (select count(*)::int from orders
         where status = 'pending' and expires_at < now() - make_interval(mins => ${MAX_SILENCE_MINUTES})) as waiting`.execute(
      transaction,
    );
    const [
      { missed, verified, isSilent, waiting } = { missed: 0, verified: null, isSilent: false, waiting: 0 },
    ] = rows;
    if (missed > 0 && isSilent) {
      await raiseAlert(transaction, {
        kind: 'webhook-silent',
        subject: 'webhook',
        details: {
          'Last verified event': verified?.toISOString() ?? 'Never',
          'Payments found without an event': String(missed),
        },
      });
    }
    const provider = { kind: 'provider-not-answering', subject: 'provider' } as const;
    if (answered) await settleAlert(transaction, provider);
    else if (waiting > 0)
      await raiseAlert(transaction, { ...provider, details: { 'Waiting orders': String(waiting) } });
  });
}
