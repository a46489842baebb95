import { type Expression, sql, type Transaction } from 'kysely';
import { raiseAlert } from '#core/alerts/alerts.server.ts';
import type { DB } from '#db/types.ts';
import { DISABLE_WEBHOOK_AFTER_DAYS, WEBHOOK_PAUSE_SECONDS, type WebhookDelivery } from './webhook.ts';
import { addJob } from '#core/platform/jobs.server.ts';
import { attemptDelay, MAX_ATTEMPTS } from '#core/platform/send-attempts.ts';
import type { Database } from '#core/platform/database.server.ts';
import type { Webhooks } from './webhooks.server.ts';

interface DeliverWebhook {
  database: Database;
  webhooks: Webhooks;
  deliveryId: string;
  signal: AbortSignal;
}

const asShop = { role: 'service_role' } as const;

/**
 * Sends an event to a webhook at least once: after a kill between its answer and the record of it, the event is sent again
 * with the same id. A failure adds the job of the next attempt.
 */
export async function deliverWebhook({
  database,
  webhooks,
  deliveryId,
  signal,
}: DeliverWebhook): Promise<void> {
  const delivery = await database.as(asShop, (transaction) => readDelivery(transaction, deliveryId));
  if (!delivery) return;
  const { pausedUntil, attempted_at: attemptedAt } = delivery;
  if (attemptedAt === null && pausedUntil !== null) {
    await database.as(asShop, (transaction) => addAttempt(transaction, deliveryId, pausedUntil));
    return;
  }
  const { webhookId, url, event_id: id, event: type, happened_at: at, payload: data } = delivery;
  const body = JSON.stringify({ id, type, created_at: at.toISOString(), data });
  const { delivered, outcome } = await webhooks.send({ webhookId, url, body }, signal);
  await database.as(asShop, async (transaction) => {
    const attempts = delivery.attempts + 1;
    const isLast = attempts >= MAX_ATTEMPTS;
    const runAt = sql<Date>`now() + make_interval(secs => ${attemptDelay(attempts)})`;
    const willRetry = !delivered && !isLast;
    const state: WebhookDelivery['state'] = delivered ? 'delivered' : isLast ? 'failed' : 'waiting';
    await transaction
      .updateTable('webhook_deliveries')
      .set({ state, attempts, attempted_at: sql<Date>`now()`, next_at: willRetry ? runAt : null, outcome })
      .where('id', '=', deliveryId)
      .execute();
    if (delivered) return noteSuccess(transaction, webhookId);
    if (willRetry) await addAttempt(transaction, deliveryId, runAt);
    return noteFailure(transaction, { webhookId, url, outcome });
  });
}

function addAttempt(
  transaction: Transaction<DB>,
  deliveryId: string,
  runAt: Date | Expression<Date>,
): Promise<void> {
  return addJob(transaction, 'deliver-webhook', { deliveryId }, { key: `webhook:${deliveryId}`, runAt });
}

function readDelivery(transaction: Transaction<DB>, id: string) {
  return (
    transaction
      .selectFrom('webhook_deliveries as delivery')
      .innerJoin('webhooks', 'webhooks.id', 'delivery.webhook_id')
      .select(['webhooks.id as webhookId', 'url', 'event_id', 'event', 'happened_at', 'payload', 'attempts'])
      .select('attempted_at')
      // Enabling a webhook resets failing_since.
      .select(
        sql<Date | null>`case when failing_since is not null and paused_until > now() then paused_until end`.as(
          'pausedUntil',
        ),
      )
      .where('delivery.id', '=', id)
      .where('state', '=', 'waiting')
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
  );
}

async function noteSuccess(transaction: Transaction<DB>, webhookId: string): Promise<void> {
  await transaction
    .updateTable('webhooks')
    .set({ failing_since: null, paused_until: null })
    .where('id', '=', webhookId)
    .where('failing_since', 'is not', null)
    .execute();
}

async function noteFailure(
  transaction: Transaction<DB>,
  { webhookId, url, outcome }: { webhookId: string; url: string; outcome: string },
): Promise<void> {
  const limit = sql<Date>`now() - make_interval(days => ${DISABLE_WEBHOOK_AFTER_DAYS})`;
  const disabled = await transaction
    .updateTable('webhooks')
    .set({ disabled_at: sql<Date>`now()` })
    .where('id', '=', webhookId)
    .where('disabled_at', 'is', null)
    .where('failing_since', '<', limit)
    .returning('id')
    .executeTakeFirst();
  if (disabled) {
    const details = { Webhook: new URL(url).host, 'Last attempt': outcome };
    await raiseAlert(transaction, { kind: 'webhook-disabled', subject: webhookId, details });
    return;
  }
  await transaction
    .updateTable('webhooks')
    .set({
      failing_since: sql<Date>`coalesce(failing_since, now())`,
      paused_until: sql<Date>`now() + make_interval(secs => ${WEBHOOK_PAUSE_SECONDS})`,
    })
    .where('id', '=', webhookId)
    .execute();
}

/** Removes events after 30 days. */
export function tidyWebhookDeliveries(transaction: Transaction<DB>): Promise<unknown> {
  return transaction
    .deleteFrom('webhook_deliveries')
    .where('happened_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}
