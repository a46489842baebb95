import { sql } from 'kysely';
import { raiseAlert, settleAlert } from '#alerts';
import { type Database, PaymentProviderError, type Payments } from '#services';
import { applyPaymentEvent } from './apply-payment-event.server.ts';
import { giveUpOrder } from './give-up-order.server.ts';

/** How many orders are asked about in one run, the longest unasked first. */
const ORDERS_AT_ONCE = 200;

/** How long an order may be past its time before it is asked about here, in seconds: its own job comes first. */
const OVERDUE_AFTER = 60;

/** A provider that has not answered for so many orders in a row is asked again by the next run. */
const PATIENCE = 3;

/** How far before the last run events are asked for again, in minutes: a page that is paid now was made before. */
const OVERLAP = 60;

/** How far back the first run asks, and the first one after a long stop at most, in days. Stripe keeps events for 30. */
const FURTHEST = 29;
const FIRST = 3;

interface ReconcilePayments {
  database: Database;
  payments: Payments;
  siteUrl: string;
  /** Notes what could not be asked. */
  logError: (error: unknown, what: string) => void;
}

/**
 * Asks the provider about each pending order past its time, and for what it has to say since the last run, and applies
 * it as if it had been delivered. A lost event costs minutes, not orders. What fails is asked again by the next run.
 */
export async function reconcilePayments(options: ReconcilePayments): Promise<void> {
  const overdueAnswered = await askAboutOverdueOrders(options);
  const eventsAnswered = await applyMissedEvents(options);
  await alertOfSilence(options.database, overdueAnswered && eventsAnswered);
}

/** Returns whether the provider has answered. */
async function askAboutOverdueOrders(options: ReconcilePayments): Promise<boolean> {
  const { database, logError } = options;
  const overdue = await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .selectFrom('orders')
      .select('id')
      .where('status', '=', 'pending')
      .where('expires_at', '<', sql<Date>`now() - make_interval(secs => ${OVERDUE_AFTER})`)
      .orderBy(sql`coalesce(asked_at, expires_at)`)
      .limit(ORDERS_AT_ONCE)
      .execute(),
  );
  let silent = 0;
  for (const { id } of overdue) {
    try {
      await giveUpOrder({ ...options, orderId: id });
      silent = 0;
    } catch (error) {
      logError(error, 'An order past its time could not be settled');
      if (!(error instanceof PaymentProviderError)) continue;
      silent += 1;
      if (silent === PATIENCE) return false;
    }
  }
  return silent === 0;
}

/** Returns whether the provider has answered. */
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
          (select reconciled_until - make_interval(mins => ${OVERLAP}) from payment_reconciliation),
          now() - make_interval(days => ${FIRST})
        ),
        now() - make_interval(days => ${FURTHEST})
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
        logError(error, 'A payment event could not be applied');
      }
    }
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    logError(error, 'The payment provider could not be asked for events');
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

/** How long a payment may wait for its event, in minutes, before the shop says that events do not arrive. */
const EVENT_LATE_AFTER = 5;

/** How long the provider may be silent, in minutes, while an order waits for its word. */
const SILENT_AFTER = 30;

async function alertOfSilence(database: Database, answered: boolean): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const { rows } = await sql<{ unheard: number; verified: Date | null; waiting: number }>`
      select
        (select count(*)::int from payment_events
         where source = 'asked' and type like 'checkout.session.%'
           and received_at between now() - interval '1 day' and now() - make_interval(mins => ${EVENT_LATE_AFTER})) as unheard,
        (select max(received_at) from payment_events where source = 'webhook') as verified,
        (select count(*)::int from orders
         where status = 'pending' and expires_at < now() - make_interval(mins => ${SILENT_AFTER})) as waiting`.execute(
      transaction,
    );
    const [{ unheard, verified, waiting } = { unheard: 0, verified: null, waiting: 0 }] = rows;
    const dayAgo = Date.now() - 24 * 60 * 60_000;
    if (unheard > 0 && (verified === null || verified.getTime() < dayAgo)) {
      await raiseAlert(transaction, {
        kind: 'webhook-silent',
        subject: 'webhook',
        details: {
          'Last verified event': verified?.toISOString() ?? 'No event has ever been verified',
          'Payments found by asking': String(unheard),
        },
      });
    }
    const provider = { kind: 'provider-not-answering', subject: 'provider' } as const;
    if (answered) await settleAlert(transaction, provider);
    else if (waiting > 0)
      await raiseAlert(transaction, { ...provider, details: { 'Orders that wait': String(waiting) } });
  });
}
