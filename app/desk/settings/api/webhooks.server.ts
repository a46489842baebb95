import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import {
  findWebhookUrlProblem,
  MAX_WEBHOOKS,
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
  webhookEventNames,
} from '#core/api/webhook.ts';
import type { Webhooks } from '#core/api/webhooks.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';

const LOG_ROWS = 50;

/** Reads all webhooks, and the newest deliveries. */
export async function readWebhooks(
  transaction: Transaction<DB>,
): Promise<{ webhooks: Webhook[]; deliveries: WebhookDelivery[] }> {
  const webhooks = await transaction
    .selectFrom('webhooks')
    .select(['id', 'url', 'events', 'failing_since', 'disabled_at'])
    .orderBy('created_at')
    .limit(MAX_WEBHOOKS)
    .execute();
  const deliveries = await transaction
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhooks', 'webhooks.id', 'delivery.webhook_id')
    .select(['delivery.id', 'url', 'event', 'happened_at', 'state', 'attempts', 'next_at', 'outcome'])
    .select(
      sql<string>`coalesce(
        payload ->> 'number', payload ->> 'stock_number', 'Part ' || left(payload ->> 'part_id', 8)
      )`.as('subject'),
    )
    .orderBy('happened_at', 'desc')
    .orderBy('delivery.id')
    .limit(LOG_ROWS)
    .execute();
  return {
    webhooks: webhooks.map((webhook) => ({
      id: webhook.id,
      url: webhook.url,
      events: webhook.events as WebhookEvent[],
      failingSince: webhook.failing_since?.toISOString() ?? null,
      disabledAt: webhook.disabled_at?.toISOString() ?? null,
    })),
    deliveries: deliveries.map((delivery) => ({
      id: delivery.id,
      url: delivery.url,
      event: delivery.event as WebhookEvent,
      subject: delivery.subject,
      happenedAt: delivery.happened_at.toISOString(),
      state: delivery.state as WebhookDelivery['state'],
      attempts: delivery.attempts,
      nextAt: delivery.next_at?.toISOString() ?? null,
      outcome: delivery.outcome,
    })),
  };
}

interface AddedWebhook extends ActionResult {
  /** Is only in this answer. */
  secret?: string;
}

interface NewWebhook {
  url: string;
  events: WebhookEvent[];
}

/** Reads the form of a new webhook, and refuses addresses that no delivery would reach. May wait for a name server. */
export async function readWebhookForm(
  form: FormData,
  webhooks: Webhooks,
): Promise<NewWebhook | { errors: Record<string, string> }> {
  const sent = form.get('url');
  const url = typeof sent === 'string' ? sent.trim() : '';
  const events = webhookEventNames.filter((event) => form.getAll('events').includes(event));
  const problem = findWebhookUrlProblem(url) ?? (await webhooks.findProblem(url));
  const errors = {
    ...(problem !== undefined && { url: problem }),
    ...(events.length === 0 && { events: 'Please choose at least one event' }),
  };
  return Object.keys(errors).length > 0 ? { errors } : { url, events };
}

/** Adds a webhook as the signed-in admin. */
export async function addWebhook(
  transaction: Transaction<DB>,
  { url, events }: NewWebhook,
  { secretOf }: Webhooks,
): Promise<AddedWebhook> {
  const { number } = await transaction
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<string>().as('number'))
    .executeTakeFirstOrThrow();
  if (Number(number) >= MAX_WEBHOOKS)
    throw new Refused(`there are ${MAX_WEBHOOKS} webhooks. Delete one first`);
  const { href, host } = new URL(url);
  const { id } = await transaction
    .insertInto('webhooks')
    .values({ url: href, events })
    .returning('id')
    .executeTakeFirstOrThrow();
  await logAdminAction(transaction, 'add_webhook', {
    resourceType: 'webhooks',
    resourceId: id,
    host,
    events,
  });
  return { done: true, secret: secretOf(id) };
}

/** Enables a webhook that was disabled. The events that it has missed are sent. */
export async function enableWebhook(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const enabled = await transaction
    .updateTable('webhooks')
    .set({ disabled_at: null, failing_since: null })
    .where('id', '=', id)
    .where('disabled_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!enabled) throw new Refused('it is enabled or deleted already');
  await logAdminAction(transaction, 'enable_webhook', { resourceType: 'webhooks', resourceId: id });
  return { done: true, message: 'Webhook enabled' };
}

/** Deletes a webhook with its log. Does nothing if it is deleted already. */
export async function deleteWebhook(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const deleted = await transaction
    .deleteFrom('webhooks')
    .where('id', '=', id)
    .returning('url')
    .executeTakeFirst();
  if (deleted) {
    const { host } = new URL(deleted.url);
    await logAdminAction(transaction, 'delete_webhook', { resourceType: 'webhooks', resourceId: id, host });
  }
  return { done: true, message: 'Webhook deleted' };
}

/** Sends an event again, with the same id. A trigger adds the job. */
export async function sendAgain(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const sent = await transaction
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', attempts: 0, next_at: null })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!sent) throw new Refused('it is no longer in the log');
  return { done: true, message: 'The event is sent again' };
}
