import { type Expression, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { addJob } from '#core/platform/jobs.server.ts';
import { attemptDelay, MAX_ATTEMPTS } from '#core/platform/send-attempts.ts';
import type { Database } from '#core/platform/database.server.ts';
import { parseStoredSettings, storedSettings } from '#core/settings/settings.server.ts';
import { findRefusals } from '#core/settings/assistant-settings.ts';
import { type Agents, type PlatformProfile, ProfileProblem } from './agents.server.ts';
import { readAgentOrder } from './read-agent-order.server.ts';
import { ORDER_CAPABILITY, UCP_VERSION } from './ucp.ts';

interface SendAgentEvents {
  database: Database;
  agents: Pick<Agents, 'profileOf' | 'signRequest' | 'post'>;
  /** The address has no trailing slash. */
  siteUrl: string;
  orderId: string;
  signal: AbortSignal;
}

const AS_SHOP = { role: 'service_role' } as const;

/**
 * Tells the platform that an order came from about its changes, the oldest first. Each event is sent at least once: after a kill
 * between its answer and the record of it, the same body is sent again with the same id. A failure adds the job of the next
 * attempt, for which later events wait.
 */
export async function sendAgentEvents(options: SendAgentEvents): Promise<void> {
  for (;;) {
    const event = await options.database.as(AS_SHOP, (transaction) => beginEvent(transaction, options));
    if (!event) return;
    const sent = await send(options, event);
    const goesOn = await options.database.as(AS_SHOP, (transaction) =>
      record(transaction, options, event, sent),
    );
    if (!goesOn) return;
  }
}

interface WaitingEvent {
  id: string;
  body: string;
  happenedAt: Date;
  attempts: number;
  profileUrl: string;
  /** False if the owner serves no assistants, or not this platform. */
  isServed: boolean;
}

/** Its body is written before it is sent, so that each attempt has the same. */
async function beginEvent(
  transaction: Transaction<DB>,
  { orderId, siteUrl }: SendAgentEvents,
): Promise<WaitingEvent | undefined> {
  const row = await transaction
    .selectFrom('agent_events')
    .innerJoin('agent_checkouts', 'agent_checkouts.id', 'agent_events.checkout_id')
    .innerJoin('agent_platforms', 'agent_platforms.id', 'agent_checkouts.platform_id')
    .select(['agent_events.id', 'payload', 'happened_at', 'attempts', 'next_at', 'profile_url'])
    .where('order_id', '=', orderId)
    .where('state', '=', 'waiting')
    .orderBy('happened_at')
    .orderBy('agent_events.id')
    .limit(1)
    .forUpdate('agent_events')
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.next_at !== null && row.next_at > new Date()) {
    await addAttempt(transaction, orderId, row.next_at);
    return undefined;
  }
  const { stored } = await transaction
    .selectFrom('shop_settings')
    .select(storedSettings)
    .executeTakeFirstOrThrow();
  const { business, assistants } = parseStoredSettings(stored);
  const body = row.payload ?? (await describeOrder(transaction, orderId, { siteUrl, business }));
  if (row.payload === null)
    await transaction.updateTable('agent_events').set({ payload: body }).where('id', '=', row.id).execute();
  return {
    id: row.id,
    body,
    happenedAt: row.happened_at,
    attempts: row.attempts,
    profileUrl: row.profile_url,
    isServed:
      assistants.open &&
      findRefusals(new URL(row.profile_url).hostname, assistants.refusedHosts).length === 0,
  };
}

async function describeOrder(
  transaction: Transaction<DB>,
  orderId: string,
  shop: Parameters<typeof readAgentOrder>[2],
): Promise<string> {
  const order = await readAgentOrder(transaction, orderId, shop);
  if (!order) throw new Error('The order of an event is gone');
  const capabilities = { [ORDER_CAPABILITY]: [{ version: UCP_VERSION }] };
  return JSON.stringify({ ucp: { version: UCP_VERSION, status: 'success', capabilities }, ...order });
}

interface Sent {
  delivered: boolean;
  outcome: string;
  /** True if another attempt has no use. */
  isOver?: boolean;
  /** True if the platform wants no events: nothing is kept of this one. */
  isUnwanted?: boolean;
}

async function send({ agents, signal }: SendAgentEvents, event: WaitingEvent): Promise<Sent> {
  if (!event.isServed)
    return { delivered: false, outcome: 'Assistants of this platform are refused', isOver: true };
  let profile: PlatformProfile;
  try {
    profile = await agents.profileOf(event.profileUrl);
  } catch (error) {
    if (!(error instanceof ProfileProblem)) throw error;
    return { delivered: false, outcome: error.message.slice(0, 300) };
  }
  const url = findWebhook(profile);
  if (url === undefined) return { delivered: false, outcome: '', isUnwanted: true };
  const headers = {
    'Content-Type': 'application/json',
    'Webhook-Id': event.id,
    'Webhook-Timestamp': String(Math.floor(event.happenedAt.getTime() / 1000)),
    'Idempotency-Key': event.id,
  };
  const signed = await agents.signRequest({ method: 'POST', url, headers, body: event.body });
  return agents.post({ url, headers: signed, body: event.body }, signal);
}

function findWebhook({ capabilities }: PlatformProfile): string | undefined {
  const declared = capabilities[ORDER_CAPABILITY]?.find(({ version }) => version === UCP_VERSION);
  const url = declared?.config?.['webhook_url'];
  return typeof url === 'string' ? url : undefined;
}

/** Returns true if the next event may be sent. */
async function record(
  transaction: Transaction<DB>,
  { orderId }: SendAgentEvents,
  { id, attempts: before }: WaitingEvent,
  { delivered, outcome, isOver = false, isUnwanted = false }: Sent,
): Promise<boolean> {
  if (isUnwanted) {
    await transaction.deleteFrom('agent_events').where('id', '=', id).execute();
    return true;
  }
  const attempts = before + 1;
  const isEnded = delivered || isOver || attempts >= MAX_ATTEMPTS;
  const runAt = sql<Date>`now() + make_interval(secs => ${attemptDelay(attempts)})`;
  await transaction
    .updateTable('agent_events')
    .set({
      state: delivered ? 'delivered' : isEnded ? 'failed' : 'waiting',
      attempts,
      next_at: isEnded ? null : runAt,
      outcome: outcome.slice(0, 300),
    })
    .where('id', '=', id)
    .execute();
  if (!isEnded) await addAttempt(transaction, orderId, runAt);
  return isEnded;
}

function addAttempt(
  transaction: Transaction<DB>,
  orderId: string,
  runAt: Date | Expression<Date>,
): Promise<void> {
  return addJob(transaction, 'send-agent-events', { orderId }, { key: `agent-events:${orderId}`, runAt });
}
